import { useQuery } from "@tanstack/react-query";
import type { ApiOutput } from "#lib/api/api-client.ts";
import { readQuery } from "../read-query.ts";
import { resource, useMoveRecord } from "../resource.ts";

export type ChildrenLetter = ApiOutput<"GET /api/children-letters">[number];

export const childrenLetters = resource({
  list: "GET /api/children-letters",
  create: "POST /api/children-letters",
  update: "PUT /api/children-letters/:id",
  remove: "DELETE /api/children-letters/:id",
  invalidates: ["GET /api/home"],
});

const childrenLettersQuery = readQuery("GET /api/children-letters", { as: "admin" });

export const useChildrenLetters = () => useQuery(childrenLettersQuery);
export const useMoveChildrenLetter = () =>
  useMoveRecord(childrenLetters, childrenLettersQuery.queryKey);
