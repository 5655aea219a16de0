/**
 * Which modules of the pages share one file in the build (vite.config.ts). One file compresses better than
 * ten, and costs one request. The order of the groups counts: an earlier group takes the modules that two
 * groups import.
 */
export const CHUNKS: { name: string; test: RegExp }[] = [
  // The group of translations. In the English build, these modules are empty.
  {
    name: 'sentences',
    test: /virtual:sentences|language[\\/](?:translate|translator|dates-in-kiswahili)\.ts/,
  },
  { name: 'account-sentences', test: /virtual:account-sentences/ },
  { name: 'more-sentences', test: /virtual:more-sentences/ },
  {
    name: 'vendor',
    test: /node_modules[\\/](?:react|react-dom|scheduler|react-router|cookie|set-cookie-parser)[\\/]/,
  },
  // The group of libraries for the officers' text editor. Tests check these libraries by other rules than our
  // code (T12).
  {
    name: 'vendor-editor',
    test: /node_modules[\\/](?:@tiptap|prosemirror-[\w-]+|orderedmap|rope-sequence|w3c-keyname|linkifyjs)[\\/]/,
  },
  // The library that draws PDF files. It is a group of its own, because tests check it by other rules too.
  { name: 'vendor-pdf', test: /node_modules[\\/]pdfjs-dist[\\/]/ },
  // The code that every page needs is one group, so that a page needs few requests.
  {
    name: 'shell',
    test: /web[\\/](?:layout[\\/](?!not-found)|starter[\\/](?!pop-up)|ui[\\/](?:icon|stamp|job-title|card|dialog|hour-and-minute|left-today)|root|loaded|api|paths|page-meta|form[\\/]use-(?:hydrated|now)|session[\\/](?:session|chosen-job|prefetch-wizard)\.ts)|contract[\\/](?:dates|browser|accounts[\\/](?:session-limits|plain-registration)|jobs[\\/](?:limits|words))\b|vite[\\/](?:preload|modulepreload)/,
  },
  // The group with the code that submits an application.
  {
    name: 'sending',
    test: /web[\\/](?:sending[\\/](?!still-sending|own-drafts)|save-file|load-job|ui[\\/](?:notification-modal|email-text|unbroken-times))|contract[\\/]job-applications[\\/]sending-words\b/,
  },
  // The code that all pages with a form share.
  {
    name: 'forms',
    test: /web[\\/](?:form[\\/](?:field|error-summary|password-field|needs-script|use-sending)|session[\\/]guard|line[\\/]line-wait|accounts[\\/]use-captcha|form[\\/]text-in|busy)|contract[\\/](?:normalise|last-hour[\\/]brownout-words|job-applications[\\/]limits|accounts[\\/](?:login-words|limits|personal-options))\b/,
  },
  // The form fields in which a person chooses from a list.
  {
    name: 'combobox',
    test: /web[\\/](?:form[\\/](?:choices|combobox|use-combobox|typed-part|after-press)|locations[\\/]use-locations)/,
  },
  // The checks that the pages for registration and for account recovery share.
  {
    name: 'registration',
    test: /contract[\\/](?:civil-dates|accounts[\\/](?:registration-rules|registration-fields|birth-date|passwords|words))\b/,
  },
  // The pages that list jobs.
  {
    name: 'job-list',
    test: /web[\\/]ui[\\/](?:job-card|pages)\b/,
  },
  // The menu and the watch over the session, which every page for a logged-in person has.
  { name: 'logged-in', test: /web[\\/]session[\\/](?:session-watch|own-menu)\b/ },
  // The code that the dashboard's pages share.
  {
    name: 'dashboard',
    test: /web[\\/]dashboard[\\/](?:shell|load-failed|sections|notification-text)\b|contract[\\/](?:last-hour[\\/]busy-words|jobs[\\/]extensions|decisions[\\/]reasons|job-applications[\\/]list-words)\b/,
  },
  // The code that shows the receipt of an application.
  {
    name: 'receipt',
    test: /web[\\/]receipt[\\/](?:receipt-card|what-was-received|qr)\b/,
  },
  { name: 'qr', test: /node_modules[\\/]lean-qr[\\/]/ },
  // The page of the application form needs this code first. The form itself may arrive later (N6).
  {
    name: 'application',
    test: /web[\\/]job-applications[\\/](?:open-application|use-steps)\b/,
  },
  // The application form, and the code that it shares with the comparison of two versions of an application.
  {
    name: 'wizard',
    test: /web[\\/]job-applications[\\/]wizard\b/,
  },
]
