/**
 * What `work` gives, or `undefined` if it takes longer than `ms`. The timer ends with the work: each request may start one. After it, an
 * answer that arrived while the event loop was busy still counts.
 */
export const answerWithin = <Answer>(ms: number, work: Promise<Answer>): Promise<Answer | undefined> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(resolve, undefined), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
