import { rmSync } from 'node:fs';

/** After the last test: nothing stays behind. */
export default (): void => {
  if (process.env.E2E_DATA) rmSync(process.env.E2E_DATA, { recursive: true, force: true });
};
