type FailureKind = 'notFound' | 'invalid' | 'forbidden' | 'conflict';

/** A refusal that its reader can act on: `message` is a sentence, `errors` holds sentences by field. Nothing internal. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly errors: Readonly<Record<string, string>> | undefined;

  constructor(kind: FailureKind, message: string, errors?: Readonly<Record<string, string>>) {
    super(message);
    this.name = 'Failure';
    this.kind = kind;
    this.errors = errors;
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
  constructor(message: string, errors?: Readonly<Record<string, string>>) {
    super('invalid', message, errors);
  }
}

/** A call that did not come from the shop's own pages. */
export class Forbidden extends Failure {
  constructor(message = 'This request could not be checked as coming from the shop. Please reload the page and try again.') {
    super('forbidden', message);
  }
}

/** It would have been fine, but something else has changed in the meantime. */
export class Conflict extends Failure {
  constructor(message: string, errors?: Readonly<Record<string, string>>) {
    super('conflict', message, errors);
  }
}
