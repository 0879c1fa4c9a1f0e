import { hash as argon2Hash, verify as argon2Verify, type Options } from '@node-rs/argon2';
import { Busy } from '#server/domain/failure.ts';

/** What hashing costs: `memoryCost` in KiB, `timeCost` in passes, `parallelism` in lanes. */
type Cost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>;

/** Argon2id (the library's default kind), 19 MiB, two passes, one lane: some 40 ms. */
export const passwordHashCost: Cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two at once leave the other threads and a core to everybody else; who would wait for more than some seconds is told so. */
const [mostAtOnce, mostWaiting] = [2, 150];

/** Gives what runs tasks two at a time, in order. It throws `Busy` where too many wait already. */
const createQueue = () => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (waiting.length >= mostWaiting) throw new Busy();
    if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The place is handed on, so that nobody who comes just now slips in between.
      if (next) next();
      else running -= 1;
    }
  };
};

/** The same letters may be typed in two ways, e.g. "é" on a phone and on a desktop. */
const normal = (password: string): string => password.normalize('NFKC');

export type PasswordHasher = {
  readonly hash: (password: string) => Promise<string>;
  /** Is it the password of this hash? Without a hash, or with an empty one, the answer is no, and takes as long. */
  readonly verify: (password: string, passwordHash: string | undefined) => Promise<boolean>;
};

/** Hashes passwords at this cost, a few at once. Both functions throw `Busy` where too many callers wait already. */
export const createPasswordHasher = (cost: Cost): PasswordHasher => {
  const inTurn = createQueue();
  // Of a password that nobody has: looked at when an account is unknown, so that this takes as long.
  const nobodys = argon2Hash('', cost);
  return {
    hash: (password) => inTurn(() => argon2Hash(normal(password), cost)),
    verify: async (password, passwordHash) => {
      const isRight = await inTurn(async () => argon2Verify(passwordHash || (await nobodys), normal(password)));
      return isRight && Boolean(passwordHash);
    },
  };
};
