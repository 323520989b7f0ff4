/** Says why nobody signs in here, where accounts are at another identity provider. */
export function AccountsElsewhere() {
  return (
    <>
      <h1 className="font-semibold text-2xl tracking-tight">Accounts are kept elsewhere</h1>
      <p className="mt-2 text-pretty text-muted">
        This installation takes accounts of another identity provider. Sign in there, and use its
        access tokens with the API.
      </p>
    </>
  );
}
