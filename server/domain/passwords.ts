import { hash, verify } from '@node-rs/argon2';
import { Busy } from '#server/domain/failure.ts';

/** Argon2id (the library's default kind), 19 MiB, two passes, one lane: some 40 ms. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Two at once leave the other threads and a core to everybody else; who would wait for more than some seconds is told so. */
const [mostAtOnce, mostWaiting] = [2, 150];
let running = 0;
const waiting: (() => void)[] = [];

const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  if (waiting.length >= mostWaiting) throw new Busy();
  if (running >= mostAtOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // The place is handed on, so that nobody who comes just now slips in between.
    if (next) next();
    else running -= 1;
  }
};

/** The same letters may be typed in two ways, e.g. "é" on a phone and on a desktop. */
const normal = (password: string): string => password.normalize('NFKC');

/** Of a password that nobody has: looked at when an account is unknown, so that this takes as long. */
const nobodys = '$argon2id$v=19$m=19456,t=2,p=1$RdALgrQRLY9HP91et66AEA$WDmdJZ4zBPVbKHeQI0Az02PPHd8MCGoKELHe+gYjf7k';

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normal(password), cost));

/** Is it the password of this hash? Without a hash, or with an empty one, the answer is no, and takes as long. */
export const isPassword = async (password: string, passwordHash: string | undefined): Promise<boolean> => {
  const isRight = await inTurn(() => verify(passwordHash || nobodys, normal(password)));
  return isRight && Boolean(passwordHash);
};
