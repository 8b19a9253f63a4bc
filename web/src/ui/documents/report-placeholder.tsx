/** Shown instead of a missing preview. Names the type of the file. */
export const ReportPlaceholder = ({ isPdf }: { readonly isPdf: boolean }) => (
  <span className="bg-base-200 relative flex aspect-video w-full justify-center overflow-hidden pt-6">
    <svg viewBox="0 0 80 104" aria-hidden="true" className="w-1/2 shrink-0 self-start">
      <path d="M0 0h80v104H0Z" fill="var(--color-base-100)" />
      <path d="M0 0h80v16H0Z" fill={`var(--color-${isPdf ? "secondary" : "success"})`} />
      <path
        d="M12 27h56M12 35h38M12 47h56M12 55h56M12 63h30M12 75h56"
        stroke="var(--color-base-300)"
        strokeWidth="3"
      />
    </svg>
    <span className="bg-base-100 border-base-300 absolute inset-x-0 bottom-0 border-t py-1.5 text-center text-sm font-semibold">
      {isPdf ? "PDF Document" : "Document"}
    </span>
  </span>
);
