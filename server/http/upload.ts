import type { Context } from 'hono';
import { refundLimits } from '#contract/refund.ts';
import { Busy, Failure } from '#server/domain/failure.ts';
import { createTaskQueue } from '#server/domain/task-queue.ts';
import { readAs } from '#server/http/read-body.ts';

/**
 * Memory for the bodies of one kind of upload: where it is short, a slow sender gives way. And the least that must arrive of a body in
 * each `windowMs`, so that a slow sender does not keep its place.
 */
export type UploadLimits = { readonly maxHeldBytes: number; readonly minWindowBytes: number; readonly windowMs: number };

/** 8 kB a second: a telephone with poor reception. Node ends what takes longer than five minutes in all (`requestTimeout`). */
export const defaultUploadLimits: UploadLimits = { maxHeldBytes: 120 * 1024 * 1024, minWindowBytes: 160_000, windowMs: 20_000 };

/** Uploads that a process has open; one client address leaves places to others. */
const maxOpen = { all: 40, ofOneAddress: 3 };
/** Forms that are parsed and their pictures encoded at the same time, and those that wait for it. */
const encoding = { maxConcurrent: 4, maxWaiting: 8 };

const firstBufferBytes = 64 * 1024;

const imagesField = 'additionalImages';
const textBytes = 100_000;

/** Of a body: so many pictures at their maximum size, and the text fields. */
const maxBytesOf = (images: number): number => images * refundLimits.imageBytes + textBytes;

const tooLarge = (images: number): Failure => {
  const message = `This is more than ${images} pictures of ${refundLimits.imageBytes / 1024 / 1024} MB. Please send fewer or smaller ones.`;
  return new Failure('tooLarge', message, { [imagesField]: message });
};

// Not 408, after which browsers send the whole body once more by themselves.
const tooSlow = (): Failure =>
  new Failure('busy', 'This arrived too slowly. Please try again on a better connection, or with fewer pictures.');

/** Throws 415 or 400. */
const readAsForm = <Result>(c: Context, parse: () => Promise<Result>): Promise<Result> =>
  readAs(c, { contentType: /^multipart\/form-data\s*;/i, refusal: 'This must be sent as a form with files.', parse });

/** When a sender had sent how much. */
type Mark = { readonly atMs: number; readonly bytes: number };

/** `recent` and `latest`: when the window before this one began, and this one. */
type Sender = { bytes: number; recent: Mark; latest: Mark; readonly refuse: (reason: Error) => void };

const recentBytesPerMs = ({ bytes, recent }: Sender): number => (bytes - recent.bytes) / (performance.now() - recent.atMs + 1);

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** Receives bodies into memory; they count for `maxHeldBytes` until they are released. */
const createReceiver = ({ maxHeldBytes, minWindowBytes, windowMs }: UploadLimits) => {
  const senders = new Set<Sender>();
  let heldBytes = 0;

  /** Of those with more than an even share of the memory, the one who has been slowest lately gives way. */
  const makeRoom = (latest: Sender): void => {
    const large = [...senders].filter(({ bytes }) => bytes > maxHeldBytes / maxOpen.all);
    const [slowest = latest] = large.toSorted((one, other) => recentBytesPerMs(one) - recentBytesPerMs(other));
    slowest.refuse(new Busy());
  };

  const readAll = async (body: Body, sender: Sender, images: number): Promise<Buffer<ArrayBuffer>> => {
    const reader = body.getReader();
    // One buffer that grows: thousands of small chunks would take many times their bytes.
    let content = Buffer.allocUnsafe(firstBufferBytes);
    for (;;) {
      const { done, value } = await reader.read();
      // Not cancelled when it is refused: that would close the connection before the answer is sent.
      if (done || !senders.has(sender)) return content.subarray(0, sender.bytes);
      const bytes = sender.bytes + value.length;
      if (bytes > maxBytesOf(images)) throw tooLarge(images);
      if (bytes > content.length) {
        const larger = Buffer.allocUnsafe(Math.max(bytes, content.length * 2));
        content.copy(larger, 0, 0, sender.bytes);
        content = larger;
      }
      content.set(value, sender.bytes);
      sender.bytes = bytes;
      heldBytes += value.length;
      if (heldBytes > maxHeldBytes) makeRoom(sender);
    }
  };

  const receive = async (body: Body | null, images: number) => {
    if (body === null) return { content: Buffer.alloc(0), release: () => undefined };
    let refuse: Sender['refuse'] = () => undefined;
    const refused = new Promise<never>((_, reject) => {
      refuse = reject;
    });
    const started = { atMs: performance.now(), bytes: 0 };
    const sender: Sender = { bytes: 0, recent: started, latest: started, refuse };
    const timer = setInterval(() => {
      if (sender.bytes - sender.latest.bytes < minWindowBytes) refuse(tooSlow());
      sender.recent = sender.latest;
      sender.latest = { atMs: performance.now(), bytes: sender.bytes };
    }, windowMs).unref();
    senders.add(sender);
    try {
      const content = await Promise.race([refused, readAll(body, sender, images)]);
      return {
        content,
        release: (): void => {
          heldBytes -= content.length;
        },
      };
    } catch (error) {
      heldBytes -= sender.bytes;
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
 * slow senders hold up no other. Throws 503 for more and for a slow sender, and 413 above so many pictures at their maximum size.
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
