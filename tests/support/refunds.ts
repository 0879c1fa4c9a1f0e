import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll } from 'vitest';

/** An empty folder for refund images, deleted after the file's last test. */
export const pictureFolder = async (): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'shop-refunds-'));
  afterAll(() => rm(folder, { recursive: true }));
  return path.join(folder, 'refunds');
};

type Size = { readonly width?: number; readonly height?: number };

const canvas = ({ width = 320, height = 200 }: Size) => sharp({ create: { width, height, channels: 3, background: '#884422' } });

/** A photo as phones take them: with an EXIF orientation, the location and other metadata. */
export const aPhoto = (format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff' = 'jpeg', size: Size = {}): Promise<Buffer> =>
  canvas(size)
    .withExif({ IFD0: { Artist: 'Ada Byron', Copyright: 'secret-metadata' }, IFD3: { GPSLatitude: '53/1 47/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer();

const chunk = (type: string, data: Uint8Array): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, check]);
};

/** A decompression bomb: a small PNG with `side` × `side` pixels. */
export const aBomb = (side = 30_000): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(Math.ceil(side / 8) * 1000), { level: 9 });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
};

const text = (content: string): Buffer => Buffer.from(content);

/** Files of other types under the name of a picture. */
export const impostors: readonly (readonly [what: string, name: string, content: Buffer])[] = [
  ['a renamed program', 'mug.jpg', Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0', 'latin1'), Buffer.alloc(500)])],
  ['a renamed program of Linux', 'mug.png', Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(500)])],
  [
    'a drawing that may hold scripts',
    'mug.svg',
    text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><rect width="9" height="9"/></svg>'),
  ],
  [
    'a drawing that is called a photo',
    'mug.png',
    text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  ],
  ['a page', 'mug.jpg', text('<!doctype html><script>alert(1)</script>')],
  ['a page behind the first letters of a picture', 'mug.gif', text('GIF89a/*<script>alert(1)</script>*/=1;')],
  ['a PDF', 'mug.jpg', text('%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj')],
  ['an archive', 'mug.webp', Buffer.from('504b0304140000000800000021000000000000000000000000', 'hex')],
  ['a script', 'mug.jpeg', text('#!/bin/sh\nrm -rf /\n')],
  ['nothing', 'mug.jpg', Buffer.alloc(0)],
];

/** Files that start like a picture but cannot be decoded. */
export const ruins: readonly (readonly [what: string, content: () => Promise<Buffer>])[] = [
  ['the first bytes of a JPEG', async () => Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(300, 'x')])],
  ['half a PNG', async () => (await aPhoto('png', { width: 900, height: 900 })).subarray(0, 200)],
  ['the head of an AVIF', async () => (await aPhoto('avif')).subarray(0, 40)],
  ['a WebP whose inside is noise', async () => Buffer.concat([(await aPhoto('webp')).subarray(0, 16), Buffer.alloc(400, 7)])],
];
