import { useQuery } from "@tanstack/react-query";
import { readQuery } from "../read-query.ts";

/** Never cached, because posts, stories, highlights, and reports are changed on other pages. */
export const useMissingPictures = () =>
  useQuery({ ...readQuery("GET /api/uploads/missing", { as: "admin" }), staleTime: 0 });
