import * as z from 'zod/mini';
import {
  countedStock,
  deskProduct,
  maxPictureBytes,
  newProduct,
  productChange,
  productPage,
  productRemoval,
  productStep,
  productViews,
  stockCount,
  uploadedPicture,
  uploadForm,
} from '#contract/desk/products.ts';
import { after, desk, view } from '#server/http/desk/desk-call.ts';

/** As `deskCalls`, for products. */
export const productCalls = {
  products: desk('products', 'A page of the products', {
    query: {
      view: view(productViews),
      q: { description: 'Beginnings of words of a product.', schema: z.string() },
      category: { description: 'Only of this category, by its slug.', schema: z.string() },
      after,
    },
    answer: productPage,
  }),
  product: desk('product', 'One product', { answer: deskProduct, refusals: [404] }),
  createProduct: desk('createProduct', 'Add a draft of a product', { body: newProduct, answer: deskProduct, status: 201 }),
  saveProduct: desk('saveProduct', 'Change fields of a product', { body: productChange, answer: deskProduct, refusals: [404, 409] }),
  sellProduct: desk('sellProduct', 'Sell a draft, or a withdrawn product again', {
    body: productStep,
    answer: deskProduct,
    refusals: [404, 409],
  }),
  withdrawProduct: desk('withdrawProduct', 'Stop selling a product', { body: productStep, answer: deskProduct, refusals: [404, 409] }),
  removeProduct: desk('removeProduct', 'Delete a product, or withdraw one that was ordered', {
    body: productStep,
    answer: productRemoval,
    refusals: [404, 409],
  }),
  uploadPicture: desk('uploadPicture', 'Add a picture for a product', {
    form: { fields: uploadForm, pictures: 1, pictureBytes: maxPictureBytes },
    answer: uploadedPicture,
    status: 201,
  }),
  countStock: desk('countStock', 'Count what is on the shelf', { body: stockCount, answer: countedStock, refusals: [404, 409] }),
};
