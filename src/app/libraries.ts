// Evaluates React before the rest of the shop: see entry-client.tsx.
import 'react-dom/client';
