import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

/** Never cached, because posts, stories, highlights, and reports change elsewhere. */
export const useMissingPictures = () =>
  useQuery({ ...readQuery("GET /api/uploads/missing", { as: "admin" }), staleTime: 0 });
