/**
 * Why a call gave nothing: an HTTP status, no answer at all ('network'), or an answer that is not what was agreed
 * ('unreadable'). `message` is the server's own sentence where it sent one, `errors` are its sentences by field, `code` is its word
 * for the shop itself, `orderId` is the order that it is about, and `wait` is after how many seconds another try is welcome (Retry-After).
 */
export type ApiError = {
  readonly status: number | 'network' | 'unreadable';
  readonly message?: string;
  readonly errors?: Readonly<Record<string, string>>;
  readonly code?: string;
  readonly orderId?: string;
  readonly wait?: number;
};
