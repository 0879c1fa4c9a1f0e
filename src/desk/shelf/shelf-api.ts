import type * as z from 'zod/mini';
import {
  type catalogueExport,
  type catalogueFile,
  type categoryChange,
  type DeskCategories,
  type DeskSynonyms,
  deskCategories,
  deskSynonyms,
  exportedFile,
  type ImportPlan,
  importPlan,
  type synonymChange,
} from '#contract/desk/catalogue.ts';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { deskApi } from '#desk/desk-api.ts';
import { onSuccess } from '#shared/api/shop-api.ts';

const changed = (_result: unknown, error: unknown) => (error ? [] : ['Desk' as const]);

const shelfApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    deskCategories: build.query<DeskCategories, void>({
      query: () => ({ endpoint: deskEndpoints.categories, schema: deskCategories }),
      providesTags: ['Desk'],
    }),
    changeCategories: build.mutation<DeskCategories, z.input<typeof categoryChange>>({
      query: (data) => ({ endpoint: deskEndpoints.changeCategories, data, schema: deskCategories }),
      invalidatesTags: changed,
      onQueryStarted: (_data, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, (now) => dispatch(shelfApi.util.updateQueryData('deskCategories', undefined, () => now))),
    }),
    deskSynonyms: build.query<DeskSynonyms, void>({
      query: () => ({ endpoint: deskEndpoints.synonyms, schema: deskSynonyms }),
      providesTags: ['Desk'],
    }),
    changeSynonyms: build.mutation<DeskSynonyms, z.input<typeof synonymChange>>({
      query: (data) => ({ endpoint: deskEndpoints.changeSynonyms, data, schema: deskSynonyms }),
      invalidatesTags: changed,
      onQueryStarted: (_data, { dispatch, queryFulfilled }) =>
        onSuccess(queryFulfilled, (now) => dispatch(shelfApi.util.updateQueryData('deskSynonyms', undefined, () => now))),
    }),
    importCatalogue: build.mutation<ImportPlan, z.input<typeof catalogueFile>>({
      query: (data) => ({ endpoint: deskEndpoints.importCatalogue, data, schema: importPlan }),
      invalidatesTags: (plan) => (plan?.isDone ? ['Desk'] : []),
    }),
    exportCatalogue: build.mutation<z.output<typeof exportedFile>, z.input<typeof catalogueExport>>({
      query: (data) => ({ endpoint: deskEndpoints.exportCatalogue, data, schema: exportedFile }),
    }),
  }),
});

export const {
  useChangeCategoriesMutation,
  useChangeSynonymsMutation,
  useDeskCategoriesQuery,
  useDeskSynonymsQuery,
  useExportCatalogueMutation,
  useImportCatalogueMutation,
} = shelfApi;
