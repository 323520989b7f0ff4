// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

/// @title Settlement of one-shot payments
/// @notice Takes a payer's signed tokens, keeps the platform fee and pays the merchant, singly or in batches.
/// @dev A payer signs twice: the token's EIP-3009 `ReceiveWithAuthorization` (to this contract) and this contract's
/// EIP-712 `PaymentIntent`, which binds that authorization's nonce to a merchant and a reference. Anyone may submit;
/// nobody who submits has any power over amounts or destinations.
interface IPaymentProcessor {
    /// @notice What is paid, apart from the signatures.
    /// @param merchantId Registry id of the merchant
    /// @param token One of the two supported tokens
    /// @param from Payer
    /// @param amount Gross amount, smallest unit of `token`
    /// @param validAfter Unix seconds; the authorization is valid strictly after it
    /// @param validBefore Unix seconds; the authorization is valid strictly before it
    /// @param nonce EIP-3009 nonce of the authorization
    /// @param ref Merchant's reference, carried by the event
    struct Payment {
        uint256 merchantId;
        address token;
        address from;
        uint256 amount;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
        bytes32 ref;
    }

    /// @notice An ECDSA signature; `v` is 27 or 28 and `s` in the lower half (EIP-2).
    struct Sig {
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    /// @notice One payment of a batch, with both signatures in the compact form of EIP-2098.
    /// @param from Payer, without code: others go alone through `paySigned`
    /// @param amount Gross amount, smallest unit of the group's token
    /// @param validAfter Unix seconds; the authorization is valid strictly after it
    /// @param validBefore Unix seconds; the authorization is valid strictly before it
    /// @param nonce EIP-3009 nonce of the authorization
    /// @param ref Merchant's reference, carried by the event
    /// @param authR `r` of the token's authorization
    /// @param authVS `s` of the token's authorization, with `v - 27` in the top bit
    /// @param intentR `r` of the payment intent
    /// @param intentVS `s` of the payment intent, with `v - 27` in the top bit
    struct Item {
        address from;
        uint128 amount;
        uint256 validAfter;
        uint256 validBefore;
        bytes32 nonce;
        bytes32 ref;
        bytes32 authR;
        bytes32 authVS;
        bytes32 intentR;
        bytes32 intentVS;
    }

    /// @notice Payments of a batch that share merchant and token and are paid out in one transfer.
    struct Group {
        uint256 merchantId;
        address token;
        Item[] items;
    }

    /// @notice A payment reached the merchant. `amount` is gross; the merchant received `amount - fee`.
    /// @param paymentId EIP-712 digest of the payer's `PaymentIntent`
    event PaymentSettled(
        bytes32 indexed paymentId,
        uint256 indexed merchantId,
        bytes32 indexed ref,
        address payer,
        address token,
        address payout,
        uint256 amount,
        uint256 fee
    );
    /// @notice An item of a batch did not settle; nobody was debited for it.
    /// @dev A diagnostic only. Anyone can cause it for any payment, and the same item may still settle later.
    /// @param paymentId What the item's fields hash to; nothing proves that the payer signed it
    /// @param index Position of the item in its group
    /// @param reason What the refusal reverted with; empty when the item used up its gas
    event PaymentFailed(bytes32 indexed paymentId, uint256 indexed merchantId, uint256 index, bytes reason);
    /// @notice A whole group of a batch did not settle; nobody was debited for it.
    /// @dev A diagnostic only, like `PaymentFailed`.
    /// @param groupIndex Position of the group in the batch
    /// @param items How many items it had
    /// @param reason What the refusal reverted with
    event GroupFailed(
        uint256 indexed merchantId, address indexed token, uint256 groupIndex, uint256 items, bytes reason
    );
    /// @notice Fees that had accrued here went to the treasury.
    event FeesSwept(address indexed token, address indexed treasury, uint256 amount);

    /// @notice The token is not one of the two supported ones.
    error UnsupportedToken(address token);
    /// @notice The merchant is unknown, closed, suspended past its time, or has this contract as its payout.
    error MerchantNotPayable(uint256 merchantId);
    /// @notice The payer did not sign this merchant, token, amount, reference and nonce.
    error InvalidIntent();
    /// @notice A payment of nothing.
    error ZeroAmount();
    /// @notice The batch has more than `MAX_BATCH_ITEMS` items.
    error BatchTooLarge(uint256 items);
    /// @notice The transaction's gas limit is too low for its items; see `batchGasLimit`.
    error InsufficientGas();
    /// @notice Only this contract itself may call this.
    error OnlySelf();
    /// @notice An address given at deployment is zero, has no code, or names one token twice.
    error InvalidConfiguration();

    /// @notice Settles one payment. Anyone may submit it, the payer included.
    /// @dev Reverts with the errors above or the token's own text; then nothing has moved. An account with code is
    /// accepted where its code accepts the authorization as `r ‖ s ‖ v`; otherwise use `paySigned`.
    /// @param payment What is paid
    /// @param authSig Signature of the token's `ReceiveWithAuthorization` (EIP-3009), to this contract
    /// @param intentSig Signature of the `PaymentIntent` (EIP-712)
    /// @return id The payment's id
    function pay(Payment calldata payment, Sig calldata authSig, Sig calldata intentSig) external returns (bytes32 id);

    /// @notice Settles one payment of a smart-contract wallet or an account with an EIP-7702 delegation.
    /// @dev The intent is checked by ECDSA first and then by ERC-1271; the authorization by the token.
    /// @param payment What is paid
    /// @param authSig Signature of the token's `ReceiveWithAuthorization`, to this contract, as bytes
    /// @param intentSig Signature of the `PaymentIntent`, as bytes
    /// @return id The payment's id
    function paySigned(Payment calldata payment, bytes calldata authSig, bytes calldata intentSig)
        external
        returns (bytes32 id);

    /// @notice Settles up to `MAX_BATCH_ITEMS` payments. A bad item or group never stops the others.
    /// @dev Reverts `BatchTooLarge`, and `InsufficientGas` or without a reason when the gas limit was too low: an
    /// out-of-gas must never pass for a failed payment. Send with at least `batchGasLimit`, never with an estimate.
    /// @param groups Payments by merchant and token
    /// @return okBitmaps One word per group; bit i is set when item i settled
    function settleBatch(Group[] calldata groups) external returns (uint256[] memory okBitmaps);

    /// @notice Sends everything that this contract holds of a token to the treasury. Anyone may call it.
    /// @dev Between transactions the balance is accrued fees, and whatever was sent here by mistake.
    /// @param token One of the two supported tokens
    /// @return amount What was sent, smallest unit
    function sweepFees(address token) external returns (uint256 amount);

    /// @notice A payment's id: the EIP-712 digest that the payer signs as `PaymentIntent`.
    /// @param merchantId Registry id of the merchant
    /// @param token The token
    /// @param payer The payer
    /// @param amount Gross amount, smallest unit of `token`
    /// @param ref Merchant's reference
    /// @param nonce EIP-3009 nonce of the authorization
    function paymentId(uint256 merchantId, address token, address payer, uint256 amount, bytes32 ref, bytes32 nonce)
        external
        view
        returns (bytes32);

    /// @notice The gas limit with which a batch can always run to its end, whatever its items do:
    /// `BATCH_OVERHEAD_GAS + (groups × GROUP_OVERHEAD_GAS + items × (ITEM_GAS_CAP + ITEM_OVERHEAD_GAS) + GAS_FLOOR)
    /// × 64 / 63`.
    /// @dev Includes the transaction's own cost and calldata. The factor is what EIP-150 keeps back from the call in
    /// which a group runs. The largest batch stays under the transaction cap of EIP-7825 (16,777,216).
    /// @param groupCount Groups in the batch
    /// @param itemCount Items in all groups together
    /// @return gasLimit Gas limit of the transaction
    function batchGasLimit(uint256 groupCount, uint256 itemCount) external pure returns (uint256 gasLimit);
}
