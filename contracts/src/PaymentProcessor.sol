// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {IFiatToken} from "./interfaces/IFiatToken.sol";
import {IMerchantRegistry} from "./interfaces/IMerchantRegistry.sol";
import {IPaymentProcessor} from "./interfaces/IPaymentProcessor.sol";

/// @title Payment processor
/// @notice Settles signed payments in two fixed tokens. Has no owner and cannot be upgraded.
/// @dev Holds no state per payment: the token's authorization nonce is the replay guard. Fees stay here until
/// `sweepFees`, so that a treasury that cannot receive never blocks a payment.
contract PaymentProcessor is IPaymentProcessor, EIP712, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    struct Route {
        uint256 merchantId;
        address token;
        address payout;
        uint256 feeBps;
    }

    /// @notice EIP-712 type hash of the payment intent.
    bytes32 public constant PAYMENT_INTENT_TYPEHASH = keccak256(
        "PaymentIntent(address payer,uint256 merchantId,address token,uint256 amount,bytes32 ref,bytes32 nonce)"
    );
    /// @notice Most items in one batch, over all its groups.
    uint256 public constant MAX_BATCH_ITEMS = 60;
    /// @notice Gas that the token may use for one item; about three times what a public FiatToken takes.
    uint256 public constant ITEM_GAS_CAP = 200_000;
    /// @notice Gas that this contract may use for one item around the token's call, calldata included.
    uint256 public constant ITEM_OVERHEAD_GAS = 15_000;
    /// @notice Gas that a group may use besides its items; most of it is a payout to a fresh account.
    uint256 public constant GROUP_OVERHEAD_GAS = 50_000;
    /// @notice Gas that a batch may use besides its groups.
    uint256 public constant BATCH_OVERHEAD_GAS = 60_000;
    /// @notice Gas that must be left before each item's call and before a payout, so that neither can be starved:
    /// a call receives at most 63/64 of what is left (EIP-150).
    uint256 public constant GAS_FLOOR = ITEM_GAS_CAP * 64 / 63 + ITEM_OVERHEAD_GAS;
    /// @dev Basis points in the whole.
    uint256 private constant BPS = 10_000;
    /// @dev receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)
    bytes4 private constant RECEIVE_SELECTOR = 0xef55bec6;

    /// @notice Merchants, their payout addresses and fees.
    IMerchantRegistry public immutable registry;
    /// @notice The first supported token.
    address public immutable usdc;
    /// @notice The second supported token; zero where the chain has none.
    address public immutable eurc;
    /// @notice Account that swept fees go to.
    address public immutable treasury;

    /// @param merchantRegistry Deployed registry
    /// @param usdcToken USDC on this chain
    /// @param eurcToken EURC on this chain, or zero
    /// @param feeTreasury Account that swept fees go to
    constructor(IMerchantRegistry merchantRegistry, address usdcToken, address eurcToken, address feeTreasury)
        EIP712("Stipend Payments", "1")
    {
        bool eurcValid = eurcToken == address(0) || (eurcToken.code.length > 0 && eurcToken != usdcToken);
        if (
            address(merchantRegistry).code.length == 0 || usdcToken.code.length == 0 || !eurcValid
                || feeTreasury == address(0)
        ) revert InvalidConfiguration();
        registry = merchantRegistry;
        usdc = usdcToken;
        eurc = eurcToken;
        treasury = feeTreasury;
    }

    /// @inheritdoc IPaymentProcessor
    function pay(Payment calldata payment, Sig calldata authSig, Sig calldata intentSig)
        external
        nonReentrant
        returns (bytes32 id)
    {
        Route memory route = _route(payment.merchantId, payment.token);
        id = _paymentId(payment);
        (address signer,,) = ECDSA.tryRecover(id, intentSig.v, intentSig.r, intentSig.s);
        if (signer == address(0) || signer != payment.from) revert InvalidIntent();
        _receive(payment, authSig);
        _settle(id, payment, route);
    }

    /// @inheritdoc IPaymentProcessor
    function paySigned(Payment calldata payment, bytes calldata authSig, bytes calldata intentSig)
        external
        nonReentrant
        returns (bytes32 id)
    {
        Route memory route = _route(payment.merchantId, payment.token);
        id = _paymentId(payment);
        (address signer,,) = ECDSA.tryRecoverCalldata(id, intentSig);
        bool signed = (signer != address(0) && signer == payment.from)
            || SignatureChecker.isValidERC1271SignatureNowCalldata(payment.from, id, intentSig);
        if (!signed) revert InvalidIntent();
        _receive(payment, authSig);
        _settle(id, payment, route);
    }

    /// @inheritdoc IPaymentProcessor
    function settleBatch(Group[] calldata groups) external nonReentrant returns (uint256[] memory okBitmaps) {
        uint256 count;
        for (uint256 g = 0; g < groups.length; ++g) {
            count += groups[g].items.length;
        }
        if (count > MAX_BATCH_ITEMS) revert BatchTooLarge(count);

        okBitmaps = new uint256[](groups.length);
        for (uint256 g = 0; g < groups.length; ++g) {
            Group calldata group = groups[g];
            okBitmaps[g] = _trySettleGroup(g, group.merchantId, group.token, group.items);
        }
    }

    /// @notice Settles one group of a batch, or reverts as a whole.
    /// @dev Called by `settleBatch` only; external so that a failed payout takes back what the items brought in.
    /// @return okBitmap Bit i is set when item i settled
    function settleGroup(uint256 merchantId, address token, Item[] calldata items)
        external
        returns (uint256 okBitmap)
    {
        if (msg.sender != address(this)) revert OnlySelf();
        Route memory route = _route(merchantId, token);
        uint256 total;
        uint256 count = items.length;
        unchecked {
            for (uint256 i = 0; i < count; ++i) {
                uint256 net = _settleItem(route, items[i], i);
                if (net == 0) continue;
                total += net;
                okBitmap |= 1 << i;
            }
        }
        if (total == 0) return okBitmap;
        if (gasleft() < GAS_FLOOR) revert InsufficientGas();
        IERC20(token).safeTransfer(route.payout, total);
    }

    function _trySettleGroup(uint256 groupIndex, uint256 merchantId, address token, Item[] calldata items)
        private
        returns (uint256 okBitmap)
    {
        bytes4 selector = this.settleGroup.selector;
        bool settled;
        assembly ("memory-safe") {
            let data := mload(0x40)
            let size := mul(items.length, 0x140)
            mstore(data, selector)
            mstore(add(data, 0x04), merchantId)
            mstore(add(data, 0x24), token)
            mstore(add(data, 0x44), 0x60)
            mstore(add(data, 0x64), items.length)
            calldatacopy(add(data, 0x84), items.offset, size)
            settled := call(gas(), address(), 0, data, add(size, 0x84), 0x00, 0x20)
            okBitmap := mload(0x00)
        }
        if (settled) return okBitmap;
        bytes memory reason = _returndata();
        _rethrowOutOfGas(reason);
        emit GroupFailed(merchantId, token, groupIndex, items.length, reason);
        return 0;
    }

    function _settleItem(Route memory route, Item calldata item, uint256 index) private returns (uint256 net) {
        address from = item.from;
        uint256 amount = item.amount;
        bytes32 ref = item.ref;
        bytes32 id = _hash(route.merchantId, route.token, from, amount, ref, item.nonce);
        if (amount == 0) {
            emit PaymentFailed(id, route.merchantId, index, abi.encodeWithSelector(ZeroAmount.selector));
            return 0;
        }
        (address signer,,) = ECDSA.tryRecover(id, item.intentR, item.intentVS);
        if (signer == address(0) || signer != from) {
            emit PaymentFailed(id, route.merchantId, index, abi.encodeWithSelector(InvalidIntent.selector));
            return 0;
        }
        if (gasleft() < GAS_FLOOR) revert InsufficientGas();
        if (!_tryReceive(route.token, item)) {
            emit PaymentFailed(id, route.merchantId, index, _returndata());
            return 0;
        }
        uint256 fee;
        unchecked {
            fee = amount * route.feeBps / BPS;
            net = amount - fee;
        }
        emit PaymentSettled(id, route.merchantId, ref, from, route.token, route.payout, amount, fee);
    }

    function _tryReceive(address token, Item calldata item) private returns (bool received) {
        bytes32 selector = bytes32(RECEIVE_SELECTOR);
        assembly ("memory-safe") {
            let data := mload(0x40)
            mstore(data, selector)
            calldatacopy(add(data, 0x04), item, 0x20)
            mstore(add(data, 0x24), address())
            calldatacopy(add(data, 0x44), add(item, 0x20), 0x80)
            let vs := calldataload(add(item, 0xe0))
            mstore(add(data, 0xc4), add(shr(255, vs), 27))
            calldatacopy(add(data, 0xe4), add(item, 0xc0), 0x20)
            mstore(add(data, 0x104), shr(1, shl(1, vs)))
            received := call(ITEM_GAS_CAP, token, 0, data, 0x124, 0, 0)
        }
    }

    function _returndata() private pure returns (bytes memory data) {
        assembly ("memory-safe") {
            let size := returndatasize()
            data := mload(0x40)
            mstore(0x40, add(data, and(add(size, 0x3f), not(0x1f))))
            mstore(data, size)
            returndatacopy(add(data, 0x20), 0, size)
        }
    }

    /// @inheritdoc IPaymentProcessor
    function sweepFees(address token) external nonReentrant returns (uint256 amount) {
        _requireSupported(token);
        amount = IERC20(token).balanceOf(address(this));
        emit FeesSwept(token, treasury, amount);
        IERC20(token).safeTransfer(treasury, amount);
    }

    /// @inheritdoc IPaymentProcessor
    function paymentId(uint256 merchantId, address token, address payer, uint256 amount, bytes32 ref, bytes32 nonce)
        external
        view
        returns (bytes32)
    {
        return _hash(merchantId, token, payer, amount, ref, nonce);
    }

    /// @inheritdoc IPaymentProcessor
    function batchGasLimit(uint256 groupCount, uint256 itemCount) external pure returns (uint256 gasLimit) {
        uint256 inGroups =
            groupCount * GROUP_OVERHEAD_GAS + itemCount * (ITEM_GAS_CAP + ITEM_OVERHEAD_GAS) + GAS_FLOOR;
        return BATCH_OVERHEAD_GAS + inGroups * 64 / 63;
    }

    function _receive(Payment calldata payment, Sig calldata sig) private {
        IFiatToken(payment.token).receiveWithAuthorization(
            payment.from, address(this), payment.amount, payment.validAfter, payment.validBefore, payment.nonce, sig.v, sig.r, sig.s
        );
    }

    function _receive(Payment calldata payment, bytes calldata sig) private {
        IFiatToken(payment.token).receiveWithAuthorization(
            payment.from, address(this), payment.amount, payment.validAfter, payment.validBefore, payment.nonce, sig
        );
    }

    function _settle(bytes32 id, Payment calldata payment, Route memory route) private {
        if (payment.amount == 0) revert ZeroAmount();
        uint256 fee = payment.amount * route.feeBps / BPS;
        emit PaymentSettled(
            id, payment.merchantId, payment.ref, payment.from, payment.token, route.payout, payment.amount, fee
        );
        IERC20(payment.token).safeTransfer(route.payout, payment.amount - fee);
    }

    function _rethrowOutOfGas(bytes memory reason) private pure {
        if (reason.length != 0 && bytes4(reason) != InsufficientGas.selector) return;
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }

    function _route(uint256 merchantId, address token) private view returns (Route memory) {
        _requireSupported(token);
        (address payout, uint256 feeBps) = registry.route(merchantId);
        if (payout == address(0) || payout == address(this)) revert MerchantNotPayable(merchantId);
        return Route({merchantId: merchantId, token: token, payout: payout, feeBps: feeBps});
    }

    function _requireSupported(address token) private view {
        if (token != usdc && (token != eurc || token == address(0))) revert UnsupportedToken(token);
    }

    function _paymentId(Payment calldata payment) private view returns (bytes32) {
        return _hash(payment.merchantId, payment.token, payment.from, payment.amount, payment.ref, payment.nonce);
    }

    function _hash(uint256 merchantId, address token, address payer, uint256 amount, bytes32 ref, bytes32 nonce)
        private
        view
        returns (bytes32)
    {
        bytes32 typeHash = PAYMENT_INTENT_TYPEHASH;
        bytes32 structHash;
        assembly ("memory-safe") {
            let buffer := mload(0x40)
            mstore(buffer, typeHash)
            mstore(add(buffer, 0x20), payer)
            mstore(add(buffer, 0x40), merchantId)
            mstore(add(buffer, 0x60), token)
            mstore(add(buffer, 0x80), amount)
            mstore(add(buffer, 0xa0), ref)
            mstore(add(buffer, 0xc0), nonce)
            structHash := keccak256(buffer, 0xe0)
        }
        return _hashTypedDataV4(structHash);
    }
}
