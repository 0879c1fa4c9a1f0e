import type * as z from 'zod/mini';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import {
  type CountedStock,
  countedStock,
  type DeskProduct,
  deskProduct,
  type newProduct,
  type ProductPage,
  type ProductView,
  type productChange,
  productPage,
  productRemoval,
  type productStep,
  type stockCount,
  uploadedPicture,
} from '#contract/desk/products.ts';
import { changeOf, deskApi, type Of, pagesOf } from '#desk/desk-api.ts';

type Step = Of<z.input<typeof productStep>>;
type Upload = { readonly file: File; readonly onProgress: (progress: number) => void };

const show = (id: string, now: DeskProduct): object => productsApi.util.updateQueryData('deskProduct', id, () => now);

const toForm = (file: File): FormData => {
  const form = new FormData();
  form.append('additionalImages', file);
  return form;
};

const productsApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskProducts: build.infiniteQuery<ProductPage, { readonly view: ProductView; readonly q: string; readonly category: string }, string>(
      pagesOf(deskEndpoints.products, productPage),
    ),
    deskProduct: build.query<DeskProduct, string>({
      query: (productId) => ({ endpoint: deskEndpoints.product, params: { productId }, schema: deskProduct }),
      providesTags: ['Desk'],
    }),
    createProduct: build.mutation<DeskProduct, z.input<typeof newProduct>>({
      query: (data) => ({ endpoint: deskEndpoints.createProduct, data, schema: deskProduct }),
      invalidatesTags: (_result, error) => (error ? [] : ['Desk']),
    }),
    saveProduct: build.mutation<DeskProduct, Of<z.input<typeof productChange>>>(changeOf(deskEndpoints.saveProduct, deskProduct, show)),
    sellProduct: build.mutation<DeskProduct, Step>(changeOf(deskEndpoints.sellProduct, deskProduct, show)),
    withdrawProduct: build.mutation<DeskProduct, Step>(changeOf(deskEndpoints.withdrawProduct, deskProduct, show)),
    removeProduct: build.mutation<z.output<typeof productRemoval>, Step>({
      query: ({ id, revision }) => ({
        endpoint: deskEndpoints.removeProduct,
        params: { productId: id },
        data: { revision },
        schema: productRemoval,
      }),
    }),
    uploadPicture: build.mutation<z.output<typeof uploadedPicture>, Upload>({
      query: ({ file, onProgress }) => ({
        endpoint: deskEndpoints.uploadPicture,
        data: toForm(file),
        onProgress,
        schema: uploadedPicture,
      }),
    }),
    /** Whoever counts has the answer; lists stay as they are while they are counted. */
    countStock: build.mutation<CountedStock, z.input<typeof stockCount>>({
      query: (data) => ({ endpoint: deskEndpoints.countStock, data, schema: countedStock }),
    }),
  }),
});

export const {
  useCountStockMutation,
  useCreateProductMutation,
  useDeskProductQuery,
  useDeskProductsInfiniteQuery,
  useRemoveProductMutation,
  useSaveProductMutation,
  useSellProductMutation,
  useUploadPictureMutation,
  useWithdrawProductMutation,
} = productsApi;
