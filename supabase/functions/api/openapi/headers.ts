/** The response headers that callers need, by their names in the document. */
export const headers = {
  TotalCount: {
    description:
      "How many match in total: exact up to 10,000, then `10000+`; omitted if they weren't counted",
    schema: { type: "string", pattern: "^([0-9]+|10000\\+)$" },
  },
  HasMore: {
    description: "Whether there is a next page or part",
    schema: { enum: ["true", "false"] },
  },
  FileRows: {
    description:
      "In the first part, how many rows the file will have; in the last part, how many rows all parts have. If the rows you received are fewer, the file isn't whole",
    schema: { type: "string", pattern: "^[0-9]+$" },
  },
  PartRows: {
    description: "How many rows this part has, without the heading and the totals",
    schema: { type: "integer", minimum: 0 },
  },
  PartBytes: {
    description:
      "How many bytes this part has. If you received fewer, request the part again, because a gateway has cut it",
    schema: { type: "integer", minimum: 0 },
  },
  NextCursor: {
    description: "The `cursor` of the next part; omitted in the last part",
    schema: { type: "string" },
  },
  ETag: { description: "For If-None-Match", schema: { type: "string" } },
  RetryAfter: {
    description: "How many seconds to wait before trying again",
    schema: { type: "integer", minimum: 0 },
  },
};
