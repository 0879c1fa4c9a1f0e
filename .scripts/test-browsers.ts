import { selectEngines } from './browser-engines.ts';
import { runAlone } from './test/run-alone.ts';
import { build, engineTests } from './test/steps.ts';

// `npm run test:browsers`: journeys in Firefox and WebKit. `-- firefox wishlist` runs those with "wishlist" in their title, in Firefox only.

await runAlone((options) => {
  const { selected, filters } = selectEngines(options.filters);
  return [build, ...selected.map((engine) => engineTests(engine, { ...options, filters }))];
});
