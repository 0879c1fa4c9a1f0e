import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { refundLimits } from '#contract/refund.ts';
import { Busy, Failure } from '#server/domain/failure.ts';
import { createTaskQueue } from '#server/domain/task-queue.ts';
import { readAs } from '#server/http/read-body.ts';

/**
 * Memory for the bodies of one kind of upload: where it is short, the slowest sender gives way. And the least that must arrive of a body in
 * each `windowMs`, so that a slow sender does not keep its place.
 */
export type UploadLimits = { readonly maxHeldBytes: number; readonly minWindowBytes: number; readonly windowMs: number };

/** 8 kB a second: a telephone with poor reception. Node ends what takes longer than five minutes in all (`requestTimeout`). */
export const defaultUploadLimits: UploadLimits = { maxHeldBytes: 120 * 1024 * 1024, minWindowBytes: 160_000, windowMs: 20_000 };

/** Uploads that a process has open; one client address leaves places to others. */
const maxOpen = { all: 40, ofOneAddress: 3 };
/** Forms that are parsed and their pictures encoded at the same time, and those that wait for it. */
const encoding = { maxConcurrent: 4, maxWaiting: 8 };

const imagesField = 'additionalImages';
const textBytes = 100_000;

/** Of a body: so many pictures at their maximum size, and the text fields. */
const maxBytesOf = (images: number): number => images * refundLimits.imageBytes + textBytes;

const tooLarge = (images: number): Failure => {
  const message = `This is more than ${images} pictures of ${refundLimits.imageBytes / 1024 / 1024} MB. Please send fewer or smaller ones.`;
  return new Failure('tooLarge', message, { [imagesField]: message });
};

const tooSlow = (): HTTPException =>
  new HTTPException(408, { message: 'This arrived too slowly. Please try again on a better connection, or with fewer pictures.' });

/** Throws 415 or 400. */
const readAsForm = <Result>(c: Context, parse: () => Promise<Result>): Promise<Result> =>
  readAs(c, { contentType: /^multipart\/form-data\s*;/i, refusal: 'This must be sent as a form with files.', parse });

type Sender = { readonly startedMs: number; bytes: number; readonly refuse: (reason: Error) => void };

const bytesPerMs = ({ bytes, startedMs }: Sender): number => bytes / (performance.now() - startedMs + 1);

/** Receives bodies into memory; they count for `maxHeldBytes` until they are released. */
const createReceiver = ({ maxHeldBytes, minWindowBytes, windowMs }: UploadLimits) => {
  const senders = new Set<Sender>();
  let heldBytes = 0;

  const readAll = async (body: ReadableStream<Uint8Array<ArrayBuffer>>, sender: Sender, refused: Promise<never>, images: number) => {
    const reader = body.getReader();
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    for (;;) {
      // Not cancelled when it is refused: that would close the connection before the answer is sent.
      const { done, value } = await Promise.race([refused, reader.read()]);
      if (done) return chunks;
      chunks.push(value);
      sender.bytes += value.length;
      heldBytes += value.length;
      if (sender.bytes > maxBytesOf(images)) throw tooLarge(images);
      if (heldBytes > maxHeldBytes) [...senders].toSorted((one, other) => bytesPerMs(one) - bytesPerMs(other))[0]?.refuse(new Busy());
    }
  };

  const receive = async (body: ReadableStream<Uint8Array<ArrayBuffer>> | null, images: number) => {
    if (body === null) return { content: Buffer.alloc(0), release: () => undefined };
    let refuse: Sender['refuse'] = () => undefined;
    const refused = new Promise<never>((_, reject) => {
      refuse = reject;
    });
    const sender: Sender = { startedMs: performance.now(), bytes: 0, refuse };
    let bytesBefore = 0;
    const timer = setInterval(() => {
      if (sender.bytes - bytesBefore < minWindowBytes) refuse(tooSlow());
      bytesBefore = sender.bytes;
    }, windowMs).unref();
    const release = (): void => {
      heldBytes -= sender.bytes;
    };
    senders.add(sender);
    try {
      return { content: Buffer.concat(await readAll(body, sender, refused, images)), release };
    } catch (error) {
      release();
      throw error;
    } finally {
      clearInterval(timer);
      senders.delete(sender);
    }
  };
  return receive;
};

/**
 * Receives forms with pictures, several at a time, and does `work` with few of them: only what has arrived takes one of its places, so that
 * slow senders hold up no other. Throws `Busy` for more, 408 for a slow sender, and 413 above so many pictures at their maximum size.
 */
export const createUploadQueue = (limits: UploadLimits) => {
  const receive = createReceiver(limits);
  const enqueue = createTaskQueue(encoding);
  const openByAddress = new Map<string, number>();
  let open = 0;

  const receiveAndWork = async <Result>(c: Context, images: number, work: (form: FormData) => Promise<Result>): Promise<Result> => {
    if (Number(c.req.header('content-length')) > maxBytesOf(images)) throw tooLarge(images);
    const { content, release } = await readAsForm(c, () => receive(c.req.raw.body, images));
    const headers = { 'content-type': c.req.header('content-type') ?? '' };
    try {
      return await enqueue(async () => work(await readAsForm(c, () => new Response(content, { headers }).formData())));
    } finally {
      release();
    }
  };

  return async <Result>(
    c: Context,
    { address, images }: { readonly address: string; readonly images: number },
    work: (form: FormData) => Promise<Result>,
  ): Promise<Result> => {
    const ofAddress = openByAddress.get(address) ?? 0;
    if (open >= maxOpen.all || ofAddress >= maxOpen.ofOneAddress) throw new Busy();
    open += 1;
    openByAddress.set(address, ofAddress + 1);
    try {
      return await receiveAndWork(c, images, work);
    } finally {
      open -= 1;
      const left = (openByAddress.get(address) ?? 0) - 1;
      if (left > 0) openByAddress.set(address, left);
      else openByAddress.delete(address);
    }
  };
};

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
