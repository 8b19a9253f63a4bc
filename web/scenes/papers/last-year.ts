/** Last year's figures for the demo charity's reports. seed.sql uses the same figures. */
export const LAST_YEAR = {
  boxes: 1800,
  families: 396,
  veterans: 330,
  hours: 905,
  income: [
    ["Gifts from individuals", 74_150],
    ["Monthly gifts", 2700],
    ["Civic clubs and businesses", 16_250],
  ],
  expenses: [
    ["What was in the boxes", 49_320],
    ["Boxes and packing materials", 5580],
    ["Postage and customs", 29_160],
    ["Warehouse and office", 5940],
    ["Fundraising", 2374],
  ],
  /** The expense totals in the site's settings. */
  spending: [
    ["Boxes and postage", 84_060],
    ["Warehouse and office", 5940],
    ["Fundraising", 2374],
  ],
  netAssets: 21_480,
} as const satisfies Record<string, number | readonly (readonly [string, number])[]>;

export const sumReportRows = (rows: readonly (readonly [string, number])[]): number =>
  rows.reduce((total, [, amount]) => total + amount, 0);
