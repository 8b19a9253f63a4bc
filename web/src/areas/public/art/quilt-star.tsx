/** A single quilt star, used as the logo next to the organization's name. */
export const QuiltStar = ({ className }: { readonly className?: string }) => (
  <svg aria-hidden="true" viewBox="0 0 48 48" className={className}>
    <rect width="48" height="48" rx="10" className="fill-[#14213a] dark:fill-[#0b1322]" />
    <path d="M24 6 29 19 42 24 29 29 24 42 19 29 6 24 19 19Z" fill="#f7f1e5" />
    <path d="M24 6v18L19 19ZM42 24H24l5-5ZM24 42V24l5 5ZM6 24h18l-5 5Z" fill="#a8412f" />
    <path d="M24 19.5 28.5 24 24 28.5 19.5 24Z" fill="#d5a548" />
  </svg>
);
