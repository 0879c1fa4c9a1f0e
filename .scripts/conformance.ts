import { conformance } from '#tests/conformance.ts';
import { unproven } from '#tests/support/proofs.ts';

const missing = unproven(conformance);
for (const line of missing) console.log(line);
console.log(`${conformance.length} clauses of the specification, ${conformance.length - missing.length} proven by a test`);
process.exitCode = missing.length > 0 ? 1 : 0;
