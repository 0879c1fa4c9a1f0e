import type { Kysely } from 'kysely';

/** One row, `id` 1. `version` rises with every change a shopper could see, so that each process can tell cheaply. */
type CatalogueTable = { readonly id: number; version: number };

type CategoryTable = { id: string; name: string; slug: string; image: string; position: number };

/** `stem` names the encoded files and carries their hash; `origin` says who may replace the row. */
type PictureTable = { file: string; stem: string; preview: string; origin: 'shop' | 'seller' };

/** Prices in pence, `created_at` in ISO text; `categories`, `tags` and `images` are JSON text. */
type ProductTable = {
  id: string;
  sku: string;
  name: string;
  short_description: string;
  full_description: string;
  base_price: number;
  discount: number;
  reseller_price: number;
  delivery_cost: number;
  stock: number;
  sale_count: number;
  categories: string;
  tags: string;
  material: string;
  weight: string;
  dimensions: string;
  care: string;
  made_in: string;
  is_new: number;
  created_at: string;
  images: string;
  position: number;
};

/** `image` is the file of a picture, `''` when there is none. */
type ProductColorTable = { product_id: string; color: string; hex: string; image: string; position: number };

type ProductSizeTable = { product_id: string; color: string; name: string; stock: number; sale_count: number; position: number };

/** A variation with a price of its own; without `stock` it draws on the product's. */
type ProductTypeTable = {
  product_id: string;
  id: string;
  name: string;
  base_price: number;
  stock: number | null;
  sale_count: number;
  position: number;
};

/** Every table, as both engines have it. */
export type Tables = {
  catalogue: CatalogueTable;
  category: CategoryTable;
  picture: PictureTable;
  product: ProductTable;
  product_color: ProductColorTable;
  product_size: ProductSizeTable;
  product_type: ProductTypeTable;
};

/** SQLite or PostgreSQL; the domain never learns which. A transaction is one too. */
export type Database = Kysely<Tables>;
