import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { refundLimits } from '#contract/refund.ts';
import { Busy, Failure } from '#server/domain/failure.ts';
import { createTaskQueue } from '#server/domain/task-queue.ts';
import { readAs } from '#server/http/read-body.ts';

/** Uploads that a process receives at the same time, each with up to 30 MB of memory. One client address leaves a place to others. */
const maxConcurrent = { all: 4, ofOneAddress: 3 };

/** Receives a few uploads at a time; throws `Busy` for further ones. A slow sender holds a place until everything has arrived. */
export const createUploadQueue = () => {
  const enqueue = createTaskQueue({ maxConcurrent: maxConcurrent.all, maxWaiting: 0 });
  const byAddress = new Map<string, number>();
  return async <Result>(address: string, receive: () => Promise<Result>): Promise<Result> => {
    const receiving = byAddress.get(address) ?? 0;
    if (receiving >= maxConcurrent.ofOneAddress) throw new Busy();
    byAddress.set(address, receiving + 1);
    try {
      return await enqueue(receive);
    } finally {
      const left = (byAddress.get(address) ?? 0) - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    }
  };
};

const imagesField = 'additionalImages';
const textBytes = 100_000;

/** Limits a body to so many pictures at their maximum size, plus the text fields. */
export const limitUpload = (images: number): MiddlewareHandler =>
  bodyLimit({
    maxSize: images * refundLimits.imageBytes + textBytes,
    onError: () => {
      const message = `This is more than ${images} pictures of ${refundLimits.imageBytes / 1024 / 1024} MB. Please send fewer or smaller ones.`;
      throw new Failure('tooLarge', message, { [imagesField]: message });
    },
  });

/** The body as a form with files; throws 415 or 400. */
export const readForm = (c: Context): Promise<FormData> =>
  readAs(c, {
    contentType: /^multipart\/form-data\s*;/i,
    refusal: 'This must be sent as a form with files.',
    parse: () => c.req.formData(),
  });

/** Uploaded files; browsers send an empty file without a name when none was chosen. */
export const uploadedFiles = (form: FormData): Blob[] => {
  const files = form.getAll(imagesField).filter((part) => part !== '' && !(part instanceof File && part.name === '' && part.size === 0));
  return files.map((part) => (typeof part === 'string' ? new Blob([part]) : part));
};

/** A field's value; an array, which validation rejects, when it was sent more than once. */
export const fieldValue = (form: FormData, name: string): unknown => {
  const values = form.getAll(name);
  return values.length > 1 ? values : values[0];
};
