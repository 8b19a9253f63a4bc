/** Templates of emails with a link to an annual statement. */
export const statementTemplates = {
  "Annual Statement": {
    priority: "mass",
    picture: "winter-box",
    description: "Sent in January: a statement of the year's gifts for tax purposes",
    subject: "Your {{year}} giving statement for your taxes",
    htmlContent: `<h1>Your gifts in {{year}}</h1>
<p>Dear {{firstName}}, thank you for standing with military families, veterans and service members in {{year}}.</p>
<p>Your statement of all your gifts that year is ready to print or save for your tax return:</p>
<p><a class="button" href="{{giftLink}}">See my statement</a></p>
<p class="small">This link is just for you. It works only once and expires after 7 days. After that, you can request another one on the same page.</p>`,
  },
  "Corrected Statement": {
    priority: "normal",
    description: "A gift was added or changed in a year whose statement had been sent",
    subject: "Your corrected {{year}} giving statement",
    htmlContent: `<h1>Your {{year}} statement has changed</h1>
<p>Dear {{firstName}}, after we sent your giving statement for {{year}}, a gift that belongs in that year was added or changed. Please use the corrected statement for your taxes in place of the earlier one:</p>
<p><a class="button" href="{{giftLink}}">See my statement</a></p>
<p class="small">This link is just for you. It works only once and expires after 7 days. After that, you can request another one on the same page.</p>`,
  },
} as const;
