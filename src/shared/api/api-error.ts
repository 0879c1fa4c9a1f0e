/**
 * Why a call gave nothing: an HTTP status, no answer at all ('network'), or an answer that is not what was agreed
 * ('unreadable'). `message` is the server's own sentence where it sent one.
 */
export type ApiError = { readonly status: number | 'network' | 'unreadable'; readonly message?: string };
