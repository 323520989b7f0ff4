/** Where GitHub publishes the keys with which it signs what it found. */
export const githubKeysUrl = "https://api.github.com/meta/public_keys/secret_scanning";
