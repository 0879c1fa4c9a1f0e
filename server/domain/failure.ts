type FailureKind = 'notFound' | 'invalid' | 'unauthorised' | 'forbidden' | 'conflict' | 'tooLarge' | 'wrongType' | 'tooMany' | 'busy';

/** `code` is for programs: what the shop does next; `orderId` is the order that a refusal is about; `wait` is in seconds. */
type Details = { readonly code?: string | undefined; readonly orderId?: string | undefined; readonly wait?: number | undefined };

/** A refusal that its reader can act on: `message` is a sentence, `errors` holds sentences by field. Nothing internal. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly errors: Readonly<Record<string, string>> | undefined;
  readonly code: string | undefined;
  readonly orderId: string | undefined;
  readonly wait: number | undefined;

  constructor(kind: FailureKind, message: string, errors?: Readonly<Record<string, string>>, { code, orderId, wait }: Details = {}) {
    super(message);
    this.name = 'Failure';
    this.kind = kind;
    this.errors = errors;
    this.code = code;
    this.orderId = orderId;
    this.wait = wait;
  }
}

/** What was asked for is not there. */
export class NotFound extends Failure {
  constructor(message: string) {
    super('notFound', message);
  }
}

/** What was sent cannot be accepted as it stands. */
export class Invalid extends Failure {
  constructor(message: string, errors?: Readonly<Record<string, string>>, code?: string) {
    super('invalid', message, errors, { code });
  }
}

/** Nobody is signed in, or not with these words. */
export class Unauthorised extends Failure {
  constructor(message = 'Please sign in first.') {
    super('unauthorised', message);
  }
}

/** A call that did not come from the shop's own pages, or that this shopper may not make. */
export class Forbidden extends Failure {
  constructor(message = 'This request could not be checked as coming from the shop. Please reload the page and try again.', code?: string) {
    super('forbidden', message, undefined, { code });
  }
}

const inWords = (seconds: number): string => {
  if (seconds === 1) return 'one second';
  if (seconds < 120) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
};

/** Too often in too short a time; `wait` is in seconds. */
export class TooMany extends Failure {
  constructor(wait: number) {
    super('tooMany', `That was too often. Please wait ${inWords(wait)} and try again.`, undefined, { wait });
  }
}

/** More at once than the shop can do; nothing is wrong with the call. */
export class Busy extends Failure {
  constructor() {
    super('busy', 'The shop is very busy right now. Please try again in a moment.', undefined, { wait: 5 });
  }
}

/** It would have been fine, but something else has changed in the meantime. */
export class Conflict extends Failure {
  constructor(message: string, errors?: Readonly<Record<string, string>>) {
    super('conflict', message, errors);
  }
}
