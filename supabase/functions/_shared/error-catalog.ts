import type { ContentfulStatusCode } from "hono/utils/http-status";

export type Status = ContentfulStatusCode;

/**
 * Every failure a caller can see: a code for programs, a message for users, and the HTTP status. Temporary failures
 * also say after how many seconds to retry.
 */
export const errorCatalog = {
  validation_failed: [400, "Please check the highlighted fields."],
  invalid_json: [400, "The request body is not valid JSON."],
  image_not_accepted: [
    400,
    "Please choose a JPEG, PNG, WebP, GIF or AVIF image. This file isn't one of these types, or it's damaged.",
  ],
  report_not_accepted: [
    400,
    "Please choose a PDF, Word, Excel, CSV or image file. This file doesn't match its file extension, or it's damaged.",
  ],
  captcha_failed: [400, "Please confirm that you're human, then try again."],
  place_not_public: [400, "Events are public, so an event can't be at a military mail address."],
  region_missing: [
    400,
    "A delivery by military mail needs a region. Please add one to the delivery first.",
  ],
  amount_out_of_range: [
    400,
    "We can't accept this amount online. Please choose a different amount.",
  ],
  card_data_not_accepted: [400, "Never send card details to this server."],
  signature_invalid: [
    400,
    "This request isn't signed by our payment provider, or its signature is too old.",
  ],
  unauthenticated: [401, "Please log in."],
  invalid_token: [401, "Please log in again."],
  session_expired: [401, "Your session has expired. Please log in again."],
  access_changed: [
    401,
    "An owner changed what you have access to. Please log in again to continue.",
  ],
  access_removed: [401, "You're not an administrator of this site anymore."],
  gift_link_invalid: [
    401,
    "This link has already been used or is more than a day old. Please request a new one.",
  ],
  gift_session_ended: [
    401,
    "For your security, access ends after an hour. Please request a new link.",
  ],
  activation_link_invalid: [
    401,
    "This link doesn't work. It may be incomplete, already used or more than 7 days old. If you've already set up your account, log in. Otherwise, ask us for a new link.",
  ],
  invitation_invalid: [
    401,
    "This invitation doesn't work. It may be incomplete, already used, revoked or more than 7 days old. If you've already joined, log in. Otherwise, ask for a new invitation.",
  ],
  email_change_invalid: [
    401,
    "This link doesn't work. It may be incomplete, already used, replaced by a newer one or more than a day old.",
  ],
  invalid_credentials: [401, "Invalid email or password"],
  card_declined: [402, "Your card was declined. Please try another card or payment method."],
  forbidden: [403, "You don't have permission to do this."],
  area_required: [
    403,
    "You don't have access to this part of the dashboard. An owner can give you access.",
  ],
  second_factor_missing: [
    403,
    "Administrators of this site must use two-step login. Please set it up first in Settings, under Security.",
  ],
  second_factor_required: [403, "Please enter the code from your authenticator app."],
  form_token_invalid: [403, "This form was open for too long. Please try again."],
  account_not_open: [403, "This account isn't active."],
  application_pending: [
    403,
    "Your application is still being reviewed. We'll get back to you in 2-3 business days.",
  ],
  origin_not_allowed: [403, "Requests from this website aren't allowed here."],
  not_found: [404, "We couldn't find what you're looking for."],
  no_volunteer_record: [
    404,
    "Your login works, but we couldn't find your volunteer record. Please contact us so we can connect them.",
  ],
  upload_not_found: [404, "We couldn't find this upload. Please choose the image again."],
  method_not_allowed: [405, "This URL doesn't accept that kind of request."],
  body_too_slow: [408, "The request took too long to arrive. Please try again."],
  account_exists: [409, "An account with this email already exists."],
  own_factor_missing: [
    409,
    "Set up your own two-step login first. Otherwise you'd lock yourself out.",
  ],
  invitation_closed: [409, "This invitation doesn't work anymore."],
  email_has_login: [
    409,
    "This email address already has a login here. Ask for an invitation to a different address.",
  ],
  administrators_email: [
    409,
    "You're also an administrator here. Your email can't be changed until an owner of this site removes your administrator access.",
  ],
  login_exists: [409, "This volunteer already has a login or a link to set one up."],
  address_shared: [409, "Someone else already has this email address."],
  on_shift: [409, "This volunteer is already signed up."],
  overlaps: [409, "This overlaps with a shift."],
  unusual_date: [409, "This date is unusual. Is it right?"],
  already_joined: [409, "You've already signed up for this event."],
  already_reviewed: [409, "This application has already been reviewed."],
  not_rejected: [409, "There's no rejection to undo for this application."],
  attempt_conflict: [409, "This payment was started with different details. Please start over."],
  payment_unfinished: [409, "This payment hasn't gone through yet. You haven't been charged."],
  monthly_offer_ended: [
    409,
    "We can't use this card for a monthly gift anymore. To give monthly, please start a new gift.",
  ],
  not_refundable: [
    409,
    "This amount can't be refunded. The donation may be unpaid, already refunded, disputed or a demo.",
  ],
  not_voidable: [
    409,
    "This donation can't be voided. It may have been made online, or it's already voided.",
  ],
  shares_sold: [
    409,
    "These shares have already been sold. Void the sale first. Afterward, you can enter the proceeds again.",
  ],
  deposit_closed: [
    409,
    "This deposit is closed. To change it, void or correct one of its donations.",
  ],
  books_closed: [409, "The books are closed for this month. Ask an owner."],
  import_refused: [409, "This import can't continue. Reload the page to see its status."],
  not_mergeable: [409, "These two records can't be merged. Reload the page to see why."],
  not_undoable: [409, "This merge can't be undone."],
  card_closed: [409, "This card was already sent or canceled, so it can't be changed."],
  card_too_soon: [
    409,
    "This person got another card within the last week, or one is on its way. Send this one again later.",
  ],
  emptied: [409, "A retention rule has deleted the contents of this record."],
  card_sent: [409, "This card was already sent, and a card can be sent only once."],
  refund_pending: [409, "This donation is being refunded, so its card can't be printed."],
  card_link_invalid: [
    404,
    "We couldn't find the card that this link belongs to. Reply to the email instead, and we'll stop sending you cards.",
  ],
  news_link_invalid: [
    404,
    "This link doesn't work. Log in and open Your details to choose which emails you get, or reply to the email.",
  ],
  already_announced: [409, "Volunteers were already emailed about this event."],
  not_announceable: [409, "Volunteers can't be emailed about this event."],
  event_full: [409, "All spots for this event are taken."],
  event_unavailable: [404, "This event is no longer open. It may have been canceled."],
  event_started: [409, "This event has already started."],
  event_over: [409, "This event is over."],
  event_not_started: [
    409,
    "It's too early. You can check people in from an hour before the event starts.",
  ],
  not_joined: [404, "You're not signed up for this event or on its waiting list."],
  conflict: [409, "This has changed since you opened it. Please reload and try again."],
  pdf_lacks_letters: [
    409,
    "A name on this page has characters that our PDFs can't show. Please print the page instead.",
  ],
  person_erased: [
    409,
    "This person's data was erased, so nothing about them can be changed or added.",
  ],
  erasure_refused: [
    409,
    "This person's data can't be erased right now. Reload the page to see why.",
  ],
  erasure_outdated: [
    409,
    "This person's records have changed since you reviewed what would be erased. Please review them again before you erase anything.",
  ],
  last_owner: [409, "This is the only owner. Make another administrator an owner first."],
  stale_edit: [409, "Someone else saved changes first, so yours weren't saved."],
  key_reused: [
    409,
    "This was already sent with different content and may have been saved. Please check before you send it again.",
  ],
  body_too_large: [413, "The request is too large."],
  unsupported_media_type: [415, "Please send JSON."],
  too_many_requests: [429, "Too many attempts. Please wait a moment and try again."],
  too_many_logins: [429, "Many people are logging in right now. Please try again in a minute."],
  unexpected: [500, "Something went wrong on our side. Please try again."],
  ai_no_answer: [
    502,
    "The AI service didn't send anything we can use. Please try again or do this manually.",
  ],
  ai_refused: [
    502,
    "The AI service declined to do this. Please try different wording or do this manually.",
  ],
  ai_failed: [
    502,
    "The AI service isn't accepting our requests. Please do this manually, and let the person who set up this site know.",
  ],
  provider_failed: [502, "A service we rely on didn't respond. Please try again."],
  provider_refused: [
    502,
    "Our payment provider won't accept this request, and trying again won't help. Please contact us.",
  ],
  provider_unavailable: [
    503,
    "A service we rely on isn't available right now. Please try again in a moment.",
    5,
  ],
  unhealthy: [503, "Something on this site needs attention.", 60],
  // The database is read-only, or its disk is full.
  cannot_save: [
    503,
    "We can't save anything right now. Leave this page open, so that nothing you typed is lost, and try again in a few minutes.",
    60,
  ],
  busy: [503, "We're very busy right now. Please try again in a moment.", 2],
  payments_not_configured: [503, "Payments are not configured", 3600],
  ai_unavailable: [
    503,
    "The AI service isn't responding right now. Please try again in a minute or do this manually.",
    60,
  ],
  ai_quota_exceeded: [
    503,
    "The AI service's quota is used up. Please do this manually, and let the person who set up this site know.",
    3600,
  ],
  erasure_not_configured: [
    503,
    "Erasing people's data isn't set up yet. Ask the person who set up this site to set ERASURE_KEY.",
    3600,
  ],
  erasure_key_wrong: [
    503,
    "People's data can't be erased, because ERASURE_KEY isn't the key that was used before. Ask the person who set up this site to add the earlier key.",
    3600,
  ],
  ai_not_configured: [
    503,
    "This site has no AI service set up. Please do this manually. The person who set up the site can add one.",
    3600,
  ],
} as const satisfies Record<
  string,
  readonly [Exclude<Status, 503>, string] | readonly [503, string, number]
>;

export type ErrorCode = keyof typeof errorCatalog;
