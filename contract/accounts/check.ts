/** The title of what stops a form, with and without JavaScript. */
export const CHECK = 'Please check the following'
