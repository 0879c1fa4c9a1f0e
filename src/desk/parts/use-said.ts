import { useLocation } from 'react-router-dom';

/** What the page before has done, as its navigation says: `navigate(path, { state: { said } })`. */
export const useSaid = (): string => (useLocation().state as { readonly said?: string } | null)?.said ?? '';
