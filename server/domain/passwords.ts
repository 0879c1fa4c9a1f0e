import { hash as argon2Hash, verify as argon2Verify, type Options } from '@node-rs/argon2';
import { Busy } from '#server/domain/failure.ts';

/** Parameters of Argon2: `memoryCost` in KiB, `timeCost` in passes, `parallelism` in lanes. */
type HashCost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>;

/** Argon2id (the library's default), OWASP's 19 MiB, two passes, one lane: some 40 ms. */
export const passwordHashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two leave the other threads of libuv's pool free; 150 waiting are some three seconds. */
const maxConcurrent = 2;
const maxWaiting = 150;

/** A FIFO queue with limited concurrency; throws `Busy` when it is full. */
const createQueue = () => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (waiting.length >= maxWaiting) throw new Busy();
    if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The slot passes to the next in line without being released, so that a new caller cannot overtake.
      if (next) next();
      else running -= 1;
    }
  };
};

/** NFKC: keyboards produce the same visible letter, e.g. "é", as different code points. */
const normalise = (password: string): string => password.normalize('NFKC');

export type PasswordHasher = {
  readonly hash: (password: string) => Promise<string>;
  /** Without a hash, or with an empty one, the answer is no and takes as long (constant time). */
  readonly verify: (password: string, passwordHash: string | undefined) => Promise<boolean>;
};

/** Hashes and verifies at this cost, a few at once. Both functions throw `Busy` when too many callers wait. */
export const createPasswordHasher = (cost: HashCost): PasswordHasher => {
  const enqueue = createQueue();
  // Verified against when there is no account, so that timing does not reveal that.
  const dummyHash = argon2Hash('', cost);
  return {
    hash: (password) => enqueue(() => argon2Hash(normalise(password), cost)),
    verify: async (password, passwordHash) => {
      const isMatch = await enqueue(async () => argon2Verify(passwordHash || (await dummyHash), normalise(password)));
      return isMatch && Boolean(passwordHash);
    },
  };
};
