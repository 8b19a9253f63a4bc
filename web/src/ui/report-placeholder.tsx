const LINES = ["M14 34h52", "M14 44h38", "M14 60h52", "M14 68h52", "M14 76h30"] as const;

/** In place of a picture of the first page: a sheet that says what it is. */
export const ReportPlaceholder = ({ isPdf }: { readonly isPdf: boolean }) => (
  <span className="bg-base-200 relative flex aspect-[4/3] w-full justify-center overflow-hidden">
    <svg viewBox="0 0 80 104" aria-hidden="true" className="absolute top-[10%] w-1/2">
      <rect width="80" height="104" rx="3" className="fill-base-100 stroke-base-300" />
      <rect width="80" height="22" rx="3" className={isPdf ? "fill-secondary" : "fill-success"} />
      <path d={LINES.join("")} className="stroke-base-300" strokeWidth="4" strokeLinecap="round" />
    </svg>
    <span className="bg-base-100 border-base-300 absolute bottom-3 rounded-full border px-3 py-1 text-sm font-semibold">
      {isPdf ? "PDF Document" : "Document"}
    </span>
  </span>
);
