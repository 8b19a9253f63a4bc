import { z } from "zod";
import type { RequiredArea } from "./choices.ts";
import { encodeSearchedAddresses } from "./email-address.ts";
import type { Access, EndpointDefinition, RateLimit } from "./endpoint.ts";
import { flag, id } from "./fields.ts";
import {
  EXPORT_PART_ROWS_MAX,
  OFFSET_MAX,
  PAGE_LIMIT_DEFAULT,
  PAGE_LIMIT_MAX,
  SEARCH_MAX_LENGTH,
} from "./limits.ts";

/**
 * A paginated list. The response says whether there are more rows (`X-Has-More`) and, if counting them is cheap, how
 * many rows match (`X-Total-Count`, capped at `10000+`).
 */
export interface ListDeclaration {
  /** Allowed sorts; a leading minus means descending. The first is the default. */
  readonly sorts: readonly [string, ...string[]];
  /** The fields that `search` covers, as the API document lists them: "name and city". */
  readonly searchedFields: string;
  readonly item: z.ZodType;
  readonly adminItem?: z.ZodType;
  /** Rows per page on the dashboard. Defaults to 20. */
  readonly pageSize?: number;
  /** The response for callers who aren't allowed to see the rows. It contains only counts. */
  readonly publicOutput?: z.ZodType;
}

const DASHBOARD_PAGE_SIZE = 20;

const pageShape = {
  limit: z.coerce.number().int().min(1).max(PAGE_LIMIT_MAX).default(PAGE_LIMIT_DEFAULT),
  /** The number of rows to skip. For deeper pages, use `cursor`. */
  offset: z.coerce.number().int().min(0).max(OFFSET_MAX).default(0),
  /** The id of the last row of the previous page. The page starts after this row, in the same sort order. */
  cursor: id.optional(),
  search: z.string().trim().max(SEARCH_MAX_LENGTH).overwrite(encodeSearchedAddresses).optional(),
};

export interface ListQuery<Sort extends string = string> {
  readonly limit: number;
  readonly offset: number;
  readonly cursor?: string | undefined;
  readonly search?: string | undefined;
  readonly sort: Sort;
}

/** The parsed query of a list, including its filters. */
export type ListQueryOf<Endpoint extends { readonly query: z.ZodType }> = z.output<
  Endpoint["query"]
>;

interface ListOptions extends ListDeclaration {
  readonly path: EndpointDefinition["path"];
  readonly access?: Access;
  readonly area?: RequiredArea;
  readonly summary: string;
  readonly params?: z.ZodObject;
  /** Additional query parameters, each optional. */
  readonly filters?: z.ZodRawShape;
  /** The schema of `cursor`, if the rows' ids aren't UUIDs. */
  readonly cursor?: z.ZodString;
  readonly cacheable?: true;
  readonly rateLimit?: RateLimit;
}

type Filters<Options> = Options extends { readonly filters: infer Shape extends z.ZodRawShape }
  ? Shape
  : unknown;

type QueryShape<Options extends ListOptions> = typeof pageShape & {
  sort: z.ZodDefault<z.ZodEnum<{ [Sort in Options["sorts"][number]]: Sort }>>;
} & Filters<Options>;

type OutputFor<Options> = Options extends { readonly adminItem: infer Item extends z.ZodType }
  ? { readonly outputFor: { readonly admin: z.ZodArray<Item> } }
  : Options extends {
        readonly publicOutput: z.ZodType;
        readonly item: infer Item extends z.ZodType;
      }
    ? { readonly outputFor: { readonly admin: z.ZodArray<Item> } }
    : unknown;

type ListEndpoint<Options extends ListOptions> = Omit<
  Options,
  "filters" | "cursor" | keyof ListDeclaration
> & {
  readonly method: "GET";
  readonly list: Pick<Options, Exclude<keyof ListDeclaration, "pageSize"> & keyof Options> & {
    readonly pageSize: number;
  };
  readonly query: z.ZodObject<QueryShape<Options>>;
  readonly output: Options extends { readonly publicOutput: infer PublicOutput extends z.ZodType }
    ? PublicOutput
    : z.ZodArray<Options["item"]>;
} & OutputFor<Options>;

/** Defines a list endpoint with paging, sorting, search and filters. */
export function listEndpoint<const Options extends ListOptions>(
  options: Options,
): ListEndpoint<Options> {
  const {
    filters = {},
    cursor,
    sorts,
    searchedFields,
    item,
    adminItem,
    publicOutput,
    pageSize,
    ...definition
  } = options;
  const adminOutput = adminItem ?? (publicOutput === undefined ? undefined : item);
  const sort = z.enum(sorts).default(sorts[0]);
  return {
    ...definition,
    method: "GET",
    list: {
      sorts,
      searchedFields,
      item,
      pageSize: pageSize ?? DASHBOARD_PAGE_SIZE,
      ...(adminItem === undefined ? {} : { adminItem }),
      ...(publicOutput === undefined ? {} : { publicOutput }),
    },
    query: z.object({
      ...pageShape,
      ...(cursor === undefined ? {} : { cursor: cursor.optional() }),
      sort,
      ...filters,
    }),
    output: publicOutput ?? z.array(item),
    ...(adminOutput === undefined ? {} : { outputFor: { admin: z.array(adminOutput) } }),
  } as unknown as ListEndpoint<Options>;
}

type PagingKey = "limit" | "offset" | "cursor";

/** The query for all pages of a list: search, sort and filters, without paging. */
export type WholeListQueryOf<Endpoint extends { readonly query: z.ZodType }> = Omit<
  ListQueryOf<Endpoint>,
  PagingKey
>;

const PART_LIMIT = { max: 1000, windowSeconds: 600, per: "account" } as const;

const partShape = {
  /** The maximum number of rows in this part. */
  limit: z.coerce.number().int().min(1).max(EXPORT_PART_ROWS_MAX).default(EXPORT_PART_ROWS_MAX),
  /** `X-Next-Cursor` of the previous part. Omit it for the first part. */
  cursor: z
    .string()
    .regex(/^[\w-]{1,2000}$/)
    .optional(),
};

/** The query of a CSV file that is sent in parts. */
export type PartQuery = z.output<z.ZodObject<typeof partShape>>;

/**
 * The fields that all endpoints with a CSV file in parts have in common. A request must not take long, because the
 * platform stops a function after 2 seconds of processor time, and a file that is cut would look whole.
 */
export const csvInParts = {
  method: "GET",
  output: "text/csv",
  rateLimit: PART_LIMIT,
} as const;

export const partQuery = z.object(partShape);

const exportShape = {
  ...partShape,
  /** Adds lines with totals at the end of the file. */
  totals: flag,
};

/**
 * Defines an endpoint that exports a list as CSV, in parts. It takes the list's search, sort and filters, so the file
 * matches the list.
 */
export function exportEndpoint<
  const Path extends EndpointDefinition["path"],
  Shape extends typeof pageShape & z.ZodRawShape,
>(path: Path, list: { readonly query: z.ZodObject<Shape> }) {
  const pagedQuery = list.query as z.ZodObject as z.ZodObject<typeof pageShape>;
  const query = pagedQuery.omit({ offset: true }).extend(exportShape);
  return {
    ...csvInParts,
    path,
    summary: `The list as a CSV file, with the same search, sort and filters, in parts of up to ${EXPORT_PART_ROWS_MAX} rows: join them in the order of their cursors. Lists with more rows than one part are in an order that never changes, such as newest first. Every row that stays in the list is in the file exactly once`,
    query: query as unknown as z.ZodObject<Omit<Shape, PagingKey> & typeof exportShape>,
  } as const;
}
