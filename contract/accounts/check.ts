/** The title above the errors that prevent a form from being sent, with and without JavaScript. */
export const CHECK = 'Please check the following'
