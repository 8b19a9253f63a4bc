import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { ApiPage } from "#lib/api/api-lists.ts";
import { readPageQuery } from "./read-page-query.ts";
import { readQuery } from "./read-query.ts";

/** The calls that read the earlier versions of one record. */
export interface VersionCalls {
  readonly list:
    | "GET /api/blog-posts/:id/versions"
    | "GET /api/email-templates/:id/versions"
    | "GET /api/legal-content/:key/versions";
  readonly one:
    | "GET /api/blog-posts/:id/versions/:versionId"
    | "GET /api/email-templates/:id/versions/:versionId"
    | "GET /api/legal-content/:key/versions/:versionId";
  readonly params: Readonly<Record<string, string>>;
}

/** An earlier version of a record, with all its fields. */
export interface SavedVersion extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly version: number;
  readonly savedBy: string;
  readonly savedAt: string;
}

export const VERSIONS_PER_PAGE = 10;

export const useVersionPage = ({ list, params }: VersionCalls, page: number) =>
  useQuery({
    ...readPageQuery(list, {
      as: "admin",
      params,
      query: { limit: VERSIONS_PER_PAGE, offset: (page - 1) * VERSIONS_PER_PAGE },
    } as never),
    placeholderData: keepPreviousData,
  }) as UseQueryResult<ApiPage<readonly SavedVersion[]>>;

/** Returns whether a record has earlier versions. Needed only if the record itself doesn't say so. */
export const useHasVersions = (calls: VersionCalls): boolean =>
  (useVersionPage(calls, 1).data?.rows.length ?? 0) > 0;

export const useVersion = ({ one, params }: VersionCalls, versionId: string) =>
  useQuery(
    readQuery(one, { as: "admin", params: { ...params, versionId } } as never),
  ) as UseQueryResult<SavedVersion>;
