/** Columns whose values the log keeps: the organization's own content and figures, choices from a list, and file names. */
export const keptColumns = new Set(
  `about_items: title description;
  blog_post_drafts: session title content image_url image_alt slug search_title search_description tags saved_by;
  blog_posts: title content image_url image_alt slug search_title search_description tags saved_by;
  contact_info: organization_name tax_id address phone email;
  donations: currency source method status stripe_payment_intent_id stripe_charge_id stripe_invoice_id failure_code failure_reason receipt_number; email_outbox: template_name tested status dedupe_key;
  donor_merges: choices merged_by undone_by; donor_tasks: created_by done_by; former_donor_details: field replaced_by;
  email_templates: name subject html_content description saved_by; events: event_type address cancellation_reason note;
  financial_reports: description filename file_url preview_url cover_url cover_alt; hero_section: headline core_message image_url image_alt;
  archives: created_by; erasures: requested_by records kept_records finished_steps files logins site_build problem; imports: kind source file_hash headings mapping date_order state failure counts started_by;
  legal_content: key content saved_by; locations: military_branch name city state; noncash_donations: kind;
  package_deliveries: military_branch program city state region; refund_requests: reason; retention_rules: name; section_content: section header content image_url image_alt;
  subscriptions: currency source status stripe_customer_id stripe_subscription_id canceled_by;
  tributes: status stop_reason; settings: time_zone gift_levels package_costs spending employer_match_url facebook_url instagram_url x_url youtube_url candid_url candid_seal_url charity_navigator_url charity_navigator_seal_url bbb_url bbb_seal_url; team_members: role image_url; testimonials: image_url;
  users: username user_type; volunteer_applications: availability status; volunteer_event_registrations: attendance;
  volunteer_highlights: image_url; volunteer_merges: choices merged_by undone_by; volunteer_qualifications: kind; volunteer_shifts: title description location status; volunteers: availability`
    .split(";")
    .map((entry) => entry.trim().split(/:?\s+/))
    .flatMap(([table, ...columns]) => columns.map((column) => `${table}.${column}`)),
);
