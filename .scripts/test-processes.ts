import { runAlone } from './test/run-alone.ts';
import { processTests } from './test/steps.ts';

// `npm run test:processes`: journeys in shops of two processes. `-- cart` runs the files with "cart" in their path.

await runAlone((options) => [processTests(options)]);
