import { expect, test } from 'vitest';
import { findMailPictures } from '#server/domain/catalogue/mail-pictures.ts';
import { createTestApp } from '#tests/server/http/create-test-app.ts';
import { freshDatabase } from '#tests/support/database.ts';

const db = await freshDatabase();

test('an email shows the picture of the ordered colour, or else the product’s first, and the shop serves each as a JPEG', async () => {
  const pieces = ['Sage', null, 'No such colour'].map((color) => ({ productId: 'stoneware-mug', color }));
  const gone = { productId: 'no-such-product', color: null };
  const pictureOf = await findMailPictures(db, 'https://api.example')([...pieces, gone]);
  const urls = pieces.map(pictureOf);
  expect(urls).toEqual(
    ['sage', 'oat', 'oat'].map((color) =>
      expect.stringMatching(`^https://api\\.example/pictures/mug-${color}-front\\.[0-9a-f]{8}\\.1200-400\\.jpg$`),
    ),
  );
  expect(pictureOf(gone)).toBeUndefined();
  const response = await createTestApp({ db }).request(new URL(urls[0] ?? '').pathname);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});
