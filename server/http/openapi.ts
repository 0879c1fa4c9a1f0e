import { Hono } from 'hono';
import * as z from 'zod/mini';
import { messageAnswer, user } from '#contract/account.ts';
import { failureBody } from '#contract/failure.ts';
import { billingInfo, order } from '#contract/order.ts';
import { product } from '#contract/product.ts';
import { type Call, calls, refusalsOf, statusOf, tags } from '#server/http/calls.ts';
import type { Services } from '#server/http/services.ts';
import { sessionCookieName } from '#server/http/session.ts';
import { picturesField } from '#server/http/upload.ts';

export const openApiPath = '/openapi.json';

type Schema = z.core.$ZodType;

const failure = z.extend(failureBody, { requestId: z.string() });
const signedBody = z.looseObject({});

const operations: readonly (readonly [name: string, call: Call])[] = Object.entries(calls);
const payloadOf = ({ body, form, signature }: Call): Schema | undefined => body ?? form?.fields ?? (signature && signedBody);

const reasons: Readonly<Record<number, string>> = {
  400: 'The body or the address cannot be read.',
  401: 'Not signed in, or the password is wrong.',
  403: 'Not allowed: the CSRF token is missing, or this is another account.',
  404: 'There is nothing at this address.',
  409: 'What was asked for has changed meanwhile.',
  413: 'The body is too large.',
  414: 'The address is too long.',
  415: 'The body is of another type.',
  422: 'A field is wrong; `errors` says which.',
  429: 'Too many calls; Retry-After says when to try again.',
  503: 'The shop is busy; try again in a moment.',
};

/** Schemas of what is sent, before defaults and conversions. A schema that converts any value becomes "any". */
const conversion = { io: 'input', unrepresentable: 'any' } as const;

const toJsonSchema = (schema: Schema): object => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, conversion);
  return rest;
};

const componentPointer = (id: string): string => `#/components/schemas/${id}`;

/** The schemas of bodies and answers by their name in the document; those that others contain, and those of several calls, first. */
const nameSchemas = (): z.core.$ZodRegistry<{ id: string }> => {
  const registry = z.registry<{ id: string }>();
  const shared = { Product: product, Order: order, User: user, BillingInfo: billingInfo, Failure: failure, Message: messageAnswer };
  for (const [id, schema] of Object.entries(shared)) registry.add(schema, { id });
  for (const [name, call] of operations) {
    const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    const { answer } = call;
    const payload = payloadOf(call);
    if (payload && !registry.has(payload)) registry.add(payload, { id: `${id}Body` });
    if (answer && !registry.has(answer)) registry.add(answer, { id: `${id}Answer` });
  }
  return registry;
};
const named = nameSchemas();

const refer = (schema: Schema) => ({ $ref: componentPointer(named.get(schema)?.id ?? '') });

const componentSchemas = (): object => {
  const { schemas } = z.toJSONSchema(named, { ...conversion, uri: componentPointer });
  return Object.fromEntries(Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]));
};

const toJsonBody = (schema: Schema) => ({ 'application/json': { schema: refer(schema) } });

const toFormBody = ({ fields, pictures }: NonNullable<Call['form']>) => {
  const files = { type: 'array', maxItems: pictures, items: { type: 'string', contentMediaType: 'application/octet-stream' } };
  return { 'multipart/form-data': { schema: { allOf: [refer(fields), { type: 'object', properties: { [picturesField]: files } }] } } };
};

type Parameter = { readonly description: string; readonly schema: Schema };

const toParameters = (place: 'query' | 'header', parameters: Readonly<Record<string, Parameter>> = {}) =>
  Object.entries(parameters).map(([name, { description, schema }]) => ({
    name,
    in: place,
    description,
    ...(place === 'header' && { required: true }),
    schema: toJsonSchema(schema),
  }));

const toOperation = (name: string, call: Call) => {
  const { method, path, tag, summary, who, isOneClick, signature, query, headers, form, answer, isPicture } = call;
  const payload = payloadOf(call);
  const hasCsrfToken = method !== 'GET' && !isOneClick && !signature;
  const pathParameters = [...path.matchAll(/:(\w+)/g)].map(([, key]) => ({
    name: key,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const signatures = signature && { [signature.header]: { description: signature.description, schema: z.string() } };
  return {
    operationId: name,
    tags: [tag],
    summary,
    parameters: [...pathParameters, ...toParameters('query', query), ...toParameters('header', headers ?? signatures)],
    ...(payload && { requestBody: { required: true, content: form ? toFormBody(form) : toJsonBody(payload) } }),
    security: [{ ...(who && { session: [] }), ...(hasCsrfToken && { csrfCookie: [], csrfHeader: [] }) }],
    responses: {
      [statusOf(call)]: {
        description: 'Done.',
        ...(answer && { content: toJsonBody(answer) }),
        ...(isPicture && { content: { 'image/jpeg': {} } }),
      },
      ...Object.fromEntries(refusalsOf(call).map((status) => [status, { $ref: `#/components/responses/${status}` }])),
    },
  };
};

const pathItems = (): object => {
  const items: Record<string, Record<string, object>> = {};
  for (const [name, call] of operations) {
    const key = call.path.replaceAll(/:(\w+)/g, '{$1}');
    items[key] = { ...items[key], [call.method.toLowerCase()]: toOperation(name, call) };
  }
  return items;
};

/** The API as an OpenAPI 3.1 document, from the table of calls. */
const openApiDocument = ({ publicUrl }: Pick<Services, 'publicUrl'>): object => ({
  openapi: '3.1.1',
  info: {
    title: 'API of the shop',
    version: '1',
    description:
      'What the storefront calls. Prices are in pounds. Unsafe calls send the value of the cookie XSRF-TOKEN, which the profile call sets, in the header X-XSRF-TOKEN.',
  },
  servers: [{ url: publicUrl ?? '/' }],
  tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  paths: pathItems(),
  components: {
    schemas: componentSchemas(),
    responses: Object.fromEntries(
      Object.entries(reasons).map(([status, description]) => [
        status,
        { description, content: { 'application/json': { schema: refer(failure) } } },
      ]),
    ),
    securitySchemes: {
      session: { type: 'apiKey', in: 'cookie', name: sessionCookieName({ publicUrl }) },
      csrfCookie: { type: 'apiKey', in: 'cookie', name: 'XSRF-TOKEN' },
      csrfHeader: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
    },
  },
});

/** `/openapi.json`, for programs that call the API. */
export const openApiRoutes = (services: Services): Hono => {
  let document: object | undefined;
  return new Hono().get(openApiPath, (c) => {
    document ??= openApiDocument(services);
    return c.json(document, 200, { 'Cache-Control': 'no-cache' });
  });
};
