type FailureKind = 'notFound' | 'invalid' | 'unauthorised' | 'forbidden' | 'conflict' | 'tooLarge' | 'wrongType' | 'tooMany' | 'busy';

/** `code` is for programs; `orderId` is the order in question; `wait` is in seconds. */
type Details = { readonly code?: string | undefined; readonly orderId?: string | undefined; readonly wait?: number | undefined };

/** An expected error for the caller: `message` and, by field, `errors` are sentences to show. Holds nothing internal. */
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

export class NotFound extends Failure {
  constructor(message: string) {
    super('notFound', message);
  }
}

/** A validation error; `errors` by field. */
export class Invalid extends Failure {
  constructor(message: string, errors?: Readonly<Record<string, string>>, code?: string) {
    super('invalid', message, errors, { code });
  }
}

/** Not signed in, or wrong credentials. */
export class Unauthorised extends Failure {
  constructor(message = 'Please sign in first.') {
    super('unauthorised', message);
  }
}

/** CSRF check failed, or this account may not do it. */
export class Forbidden extends Failure {
  constructor(message = 'This request could not be checked as coming from the shop. Please reload the page and try again.', code?: string) {
    super('forbidden', message, undefined, { code });
  }
}

const describeWait = (seconds: number): string => {
  if (seconds === 1) return 'one second';
  if (seconds < 120) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
};

/** Rate limit exceeded; `wait` is in seconds. */
export class TooMany extends Failure {
  constructor(wait: number) {
    super('tooMany', `Too many attempts. Please wait ${describeWait(wait)} and try again.`, undefined, { wait });
  }
}

/** Overload; the same call may succeed later. */
export class Busy extends Failure {
  constructor() {
    super('busy', 'The shop is very busy right now. Please try again in a moment.', undefined, { wait: 5 });
  }
}

/** The payment provider refuses what the shop asks for: waiting does not help, but the seller can. `cause` is the provider's error. */
export class PaymentPageRefused extends Failure {
  constructor(cause: Error) {
    super('busy', 'You cannot pay right now: our payment provider refuses it. We have been told and will mend it. Nothing was charged.');
    this.cause = cause;
  }
}

/** The current state does not allow it. */
export class Conflict extends Failure {
  constructor(message: string, errors?: Readonly<Record<string, string>>, code?: string) {
    super('conflict', message, errors, { code });
  }
}
