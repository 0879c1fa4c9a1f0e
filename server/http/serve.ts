import type { Context, Env, Hono } from 'hono';
import type * as z from 'zod/mini';
import { type StaffRole, staffRoles } from '#contract/desk/staff.ts';
import type { Account } from '#server/domain/accounts/account-row.ts';
import type { Staff } from '#server/domain/desk/staff.ts';
import { Forbidden, Invalid } from '#server/domain/failure.ts';
import { householdOf } from '#server/domain/rate-limit.ts';
import type { Call } from '#server/http/calls.ts';
import { clientIp } from '#server/http/client-ip.ts';
import { isDeskHost } from '#server/http/desk/desk-host.ts';
import { createCallLimit } from '#server/http/rate-limit.ts';
import { parseBody, readBody } from '#server/http/read-body.ts';
import type { Services } from '#server/http/services.ts';
import { requireShopper, requireStaff } from '#server/http/session.ts';
import { limitUploads, readFields, uploadedFiles } from '#server/http/upload.ts';

type Schema = z.ZodMiniType;

/** The input of a handler: the parts that the call's row asks for, validated. `now` is when the call passed all checks. */
export type Input<C extends Call> = {
  readonly c: Context<Env, C['path']>;
  /** The first value in the path, the id of the call's subject; '' without one. */
  readonly id: string;
  readonly now: Date;
  readonly shopper: C extends { readonly who: string } ? Account : undefined;
  /** The member of staff, for calls of the desk. */
  readonly by: C extends { readonly who: StaffRole } ? Staff : undefined;
  readonly headers: C extends { readonly headers: infer Headers extends NonNullable<Call['headers']> }
    ? { readonly [Name in keyof Headers]: z.output<Headers[Name]['schema']> }
    : undefined;
  readonly body: C extends { readonly body: infer Body extends Schema }
    ? z.output<Body>
    : C extends { readonly form: { readonly fields: infer Fields extends Schema } }
      ? z.output<Fields>
      : undefined;
  /** The pictures of a form; empty for other calls. */
  readonly pictures: readonly Blob[];
  /** Counts the call where its row leaves that to the handler. */
  readonly limit: () => Promise<void>;
};

/** The answer's body, or a `Response`, such as one that is compressed once for many. */
export type Result<C extends Call> = C extends { readonly answer: infer Answer extends Schema }
  ? z.output<Answer> | Response
  : C extends { readonly isPicture: true }
    ? Response
    : // biome-ignore lint/suspicious/noConfusingVoidType: what functions return that return nothing
      void;

type Handler<C extends Call> = (input: Input<C>) => Result<C> | Promise<Result<C>>;

export type Serve = <C extends Call>(call: C, handler: Handler<C>) => void;

const isStaffRole = (who: Call['who']): who is StaffRole => staffRoles.some((role) => role === who);

const readHeaders = (c: Context, headers: Call['headers'] = {}): object =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { schema, refusal }]) => {
      const header = schema.safeParse(c.req.header(name));
      if (!header.success) throw new Invalid(refusal);
      return [name, header.data];
    }),
  );

/**
 * Returns `serve`, which adds a call to the app. By the call's row it signs in (401, 403), then counts (429), then reads and checks headers and
 * payload (422, 415, 400, 413), and sends what the handler makes of them.
 */
export const serveOn = (app: Hono, services: Services): Serve => {
  const limitCall = createCallLimit(services);
  const receiveUpload = limitUploads();

  const requireAllowed = async (c: Context, call: Call): Promise<{ readonly shopper?: Account; readonly by?: Staff }> => {
    const { who, method, name = '' } = call;
    if (who === undefined) return {};
    if (isStaffRole(who)) {
      // Browsers send it with each of these: at the desk, a call without it is refused as one from elsewhere.
      if (method !== 'GET' && c.req.header('origin') === undefined) throw new Forbidden();
      const { account, role, hasFreshCode } = await requireStaff(c, services, { who, isFresh: call.isFresh });
      return { shopper: account, by: { accountId: account.id, name: account.firstName, role, call: name, hasFreshCode } };
    }
    const shopper = await requireShopper(c, services);
    if (who === 'owner' && c.req.param('userId') !== shopper.id) throw new Forbidden('You can only change your own account.');
    return { shopper };
  };

  return <C extends Call>(call: C, handler: Handler<C>): void => {
    app.on(call.method, call.path, async (c, next) => {
      if (isStaffRole(call.who) && !isDeskHost(c, services)) return next();
      c.header('Cache-Control', call.cache ?? 'no-store');
      const { shopper, by } = await requireAllowed(c, call);
      const limit = async (): Promise<void> => {
        if (call.limit !== undefined) await limitCall(c, call.limit, shopper);
      };
      if (!call.isLimitedByHandler) await limit();
      const headers = readHeaders(c, call.headers);
      const answer = async (body: unknown, pictures: readonly Blob[] = []): Promise<Response> => {
        const [id = ''] = Object.values(c.req.param());
        const result: unknown = await handler({ c, id, now: services.clock(), shopper, by, headers, body, pictures, limit } as Input<C>);
        if (result instanceof Response) return result;
        return result === undefined ? c.body(null, 204) : c.json(result, call.status ?? 200);
      };
      const { form } = call;
      if (form === undefined) return answer(call.body && (await readBody(c, call.body)));
      const upload = { address: householdOf(clientIp(c, services)), images: form.pictures, imageBytes: form.pictureBytes };
      return receiveUpload(c, upload, (sent) =>
        answer(parseBody(readFields(sent, Object.keys(form.fields.shape)), form.fields), uploadedFiles(sent)),
      );
    });
  };
};
