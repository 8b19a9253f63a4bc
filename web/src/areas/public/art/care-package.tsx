/** A drawing of an open care package: a letter, coffee, knitted socks and a book in a kraft box. */
export const CarePackage = ({ className }: { readonly className?: string }) => (
  <svg
    viewBox="0 0 480 360"
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn inline, not loaded from a file
    role="img"
    aria-label="An open care package with a letter, coffee, socks and a book"
    className={className}
  >
    <ellipse cx="240" cy="338" rx="196" ry="14" fill="#060c18" opacity="0.35" />
    <path d="M84 150 28 112 96 84 150 128Z" fill="#b98a55" />
    <path d="M396 150 452 112 384 84 330 128Z" fill="#b98a55" />
    <path d="M84 150 118 120H362l34 30Z" fill="#6f4d2b" />

    <g transform="rotate(-9 150 110)">
      <rect x="104" y="44" width="84" height="128" rx="6" fill="#2f4f6f" />
      <rect x="104" y="44" width="84" height="22" rx="6" fill="#24405c" />
      <rect x="116" y="86" width="60" height="44" rx="4" fill="#f5ecd9" />
      <path d="m146 92 4 10 11 1-8 7 2 11-9-6-10 6 3-11-8-7 11-1Z" fill="#a8412f" />
      <path d="M116 140h60" stroke="#d5a548" strokeWidth="3" />
    </g>

    <g transform="rotate(7 318 104)">
      <rect x="282" y="40" width="72" height="118" rx="5" fill="#a8412f" />
      <rect x="282" y="40" width="12" height="118" fill="#82301f" />
      <path d="M304 66h38m-38 12h26" stroke="#f5ecd9" strokeWidth="4" strokeLinecap="round" />
      <rect x="340" y="36" width="8" height="36" fill="#d5a548" />
    </g>

    <g transform="rotate(-3 236 90)">
      <rect x="178" y="22" width="116" height="80" rx="4" fill="#fffaf0" />
      <path d="M178 26 236 68l58-42" fill="none" stroke="#d9c9a8" strokeWidth="3" />
      <path
        d="M236 76c-13-9-20-15-20-23 0-6 5-10 10-10 4 0 8 2 10 6 2-4 6-6 10-6 5 0 10 4 10 10 0 8-7 14-20 23Z"
        fill="#a8412f"
      />
    </g>

    <g>
      <path d="M206 96h34v62h-34Z" fill="#f0e4cc" />
      <path d="M206 96h34v14h-34Z" fill="#d5a548" />
      <path d="M206 120h34m-34 10h34" stroke="#2f6b4f" strokeWidth="5" />
      <path d="M246 102h34v56h-34Z" fill="#f0e4cc" />
      <path d="M246 102h34v14h-34Z" fill="#d5a548" />
      <path d="M246 126h34m-34 10h34" stroke="#2f6b4f" strokeWidth="5" />
    </g>

    <path d="M84 150h312v172a12 12 0 0 1-12 12H96a12 12 0 0 1-12-12Z" fill="#d2a673" />
    <path d="M84 150h312v26H84Z" fill="#b98a55" />
    <path d="M84 150 40 196l74 18 38-64Z" fill="#e2bb8b" />
    <path d="M396 150l44 46-74 18-38-64Z" fill="#e2bb8b" />
    <path d="M226 176h28v158h-28Z" fill="#e9d6b4" opacity="0.65" />

    <g transform="translate(262 222)">
      <rect width="104" height="76" rx="5" fill="#fffaf0" />
      <path
        d="M12 20h46M12 34h62M12 48h38"
        stroke="#8b97ad"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <rect x="76" y="10" width="18" height="22" fill="#2f4f6f" />
      <path d="m85 13 2 5h5l-4 3 2 6-5-4-5 4 2-6-4-3h5Z" fill="#f5ecd9" />
    </g>
    <g transform="translate(118 226) scale(1.45)">
      <path d="M24 2 30 18 46 24 30 30 24 46 18 30 2 24 18 18Z" fill="#fffaf0" />
      <path d="M24 2v22L18 18ZM46 24H24l6-6ZM24 46V24l6 6ZM2 24h22l-6 6Z" fill="#a8412f" />
      <path d="M24 18.5 29.5 24 24 29.5 18.5 24Z" fill="#14213a" />
    </g>
  </svg>
);
