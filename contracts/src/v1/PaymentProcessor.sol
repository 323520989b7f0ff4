// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {IFiatToken} from "../interfaces/IFiatToken.sol";
import {IMerchantRegistry} from "./interfaces/IMerchantRegistry.sol";
import {IPaymentProcessor} from "./interfaces/IPaymentProcessor.sol";
import {BatchGas} from "./BatchGas.sol";
import {PaymentIntents} from "./PaymentIntents.sol";
import {PaymentRouting} from "./PaymentRouting.sol";

/// @title Payment processor
/// @notice Settles signed payments in two fixed tokens. Has no owner and cannot be upgraded.
/// @dev Holds no state per payment: the token's authorization nonce is the replay guard. Fees stay here until
/// `sweepFees`, so that a treasury that cannot receive never blocks a payment.
contract PaymentProcessor is IPaymentProcessor, PaymentIntents, PaymentRouting, BatchGas, ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    /// @dev Basis points in the whole.
    uint256 private constant BPS = 10_000;
    /// @dev receiveWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)
    bytes4 private constant RECEIVE_SELECTOR = 0xef55bec6;

    /// @param merchantRegistry Deployed registry
    /// @param usdcToken USDC on this chain
    /// @param eurcToken EURC on this chain, or zero
    /// @param feeTreasury Account that swept fees go to
    constructor(IMerchantRegistry merchantRegistry, address usdcToken, address eurcToken, address feeTreasury)
        PaymentRouting(merchantRegistry, usdcToken, eurcToken, feeTreasury)
    {}

    /// @inheritdoc IPaymentProcessor
    function pay(Payment calldata payment, Sig calldata authSig, Sig calldata intentSig)
        external
        nonReentrant
        returns (bytes32 id)
    {
        Route memory route = _route(payment.merchantId, payment.token);
        id = _digest(payment);
        if (!_signedByKey(payment.from, id, intentSig.v, intentSig.r, intentSig.s)) revert InvalidIntent();
        _receive(payment, authSig);
        _payOut(id, payment, route);
    }

    /// @inheritdoc IPaymentProcessor
    function paySigned(Payment calldata payment, bytes calldata authSig, bytes calldata intentSig)
        external
        nonReentrant
        returns (bytes32 id)
    {
        Route memory route = _route(payment.merchantId, payment.token);
        id = _digest(payment);
        if (!_signed(payment.from, id, intentSig)) revert InvalidIntent();
        _receive(payment, authSig);
        _payOut(id, payment, route);
    }

    /// @inheritdoc IPaymentProcessor
    function settleBatch(Group[] calldata groups) external nonReentrant returns (uint256[] memory okBitmaps) {
        uint256 items;
        for (uint256 g = 0; g < groups.length; ++g) {
            items += groups[g].items.length;
        }
        if (items > MAX_BATCH_ITEMS) revert BatchTooLarge(items);

        okBitmaps = new uint256[](groups.length);
        for (uint256 g = 0; g < groups.length; ++g) {
            Group calldata group = groups[g];
            okBitmaps[g] = _trySettleGroup(g, group.merchantId, group.token, group.items);
        }
    }

    /// @notice Settles one group of a batch, or reverts as a whole.
    /// @dev Called by `settleBatch` only; external so that a failed payout takes back what the items brought in.
    /// @param merchantId Registry id of the merchant
    /// @param token One of the two supported tokens
    /// @param items The payments
    /// @return okBitmap Bit i is set when item i settled
    function settleGroup(uint256 merchantId, address token, Item[] calldata items) external returns (uint256 okBitmap) {
        if (msg.sender != address(this)) revert OnlySelf();
        Route memory route = _route(merchantId, token);
        uint256 total;
        for (uint256 i = 0; i < items.length; ++i) {
            uint256 net = _settleItem(route, items[i], i);
            if (net == 0) continue;
            total += net;
            okBitmap |= uint256(1) << i;
        }
        if (total == 0) return okBitmap;
        _requireGas();
        IERC20(token).safeTransfer(route.payout, total);
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
        return _intentDigest(merchantId, token, payer, amount, ref, nonce);
    }

    /// @dev Moves the gross amount here with an ECDSA authorization; the token checks it.
    function _receive(Payment calldata payment, Sig calldata authSig) private {
        IFiatToken(payment.token)
            .receiveWithAuthorization(
                payment.from,
                address(this),
                payment.amount,
                payment.validAfter,
                payment.validBefore,
                payment.nonce,
                authSig.v,
                authSig.r,
                authSig.s
            );
    }

    /// @dev The same with an authorization in bytes, which the token gives to the payer's code if it has any.
    function _receive(Payment calldata payment, bytes calldata authSig) private {
        IFiatToken(payment.token)
            .receiveWithAuthorization(
                payment.from,
                address(this),
                payment.amount,
                payment.validAfter,
                payment.validBefore,
                payment.nonce,
                authSig
            );
    }

    /// @dev Pays the merchant what is left of a gross amount that is already here. The fee rounds down.
    function _payOut(bytes32 id, Payment calldata payment, Route memory route) private {
        uint256 amount = payment.amount;
        if (amount == 0) revert ZeroAmount();
        uint256 fee = amount * route.feeBps / BPS;
        emit PaymentSettled(id, route.merchantId, payment.ref, payment.from, route.token, route.payout, amount, fee);
        IERC20(route.token).safeTransfer(route.payout, amount - fee);
    }

    /// @dev Settles a group in a call of its own, which the batch survives.
    /// @return okBitmap Bit i is set when item i settled; zero when the group was taken back
    function _trySettleGroup(uint256 groupIndex, uint256 merchantId, address token, Item[] calldata items)
        private
        returns (uint256 okBitmap)
    {
        bytes4 selector = this.settleGroup.selector;
        bool settled;
        // Items are passed on as they came: decoding and encoding them again would cost a tenth of each.
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

    /// @dev Collects one item, or reports why not.
    /// @return net What the merchant is owed for it, smallest unit; zero when it did not settle
    function _settleItem(Route memory route, Item calldata item, uint256 index) private returns (uint256 net) {
        address from = item.from;
        uint256 amount = item.amount;
        bytes32 ref = item.ref;
        bytes32 id = _intentDigest(route.merchantId, route.token, from, amount, ref, item.nonce);
        if (amount == 0) {
            emit PaymentFailed(id, route.merchantId, index, abi.encodeWithSelector(ZeroAmount.selector));
        } else if (!_signedByKey(from, id, item.intentR, item.intentVS)) {
            emit PaymentFailed(id, route.merchantId, index, abi.encodeWithSelector(InvalidIntent.selector));
        } else if (!_tryReceive(route.token, item)) {
            emit PaymentFailed(id, route.merchantId, index, _returndata());
        } else {
            uint256 fee;
            // An amount of 128 bits times 300 cannot overflow.
            unchecked {
                fee = amount * route.feeBps / BPS;
                net = amount - fee;
            }
            emit PaymentSettled(id, route.merchantId, ref, from, route.token, route.payout, amount, fee);
        }
    }

    /// @dev Calls the token's `receiveWithAuthorization` for an item with exactly `ITEM_GAS_CAP`; never less, or a
    /// good item would look like a bad one. The payout's own check covers a token that has lost its code.
    function _tryReceive(address token, Item calldata item) private returns (bool received) {
        _requireGas();
        bytes4 selector = RECEIVE_SELECTOR;
        assembly ("memory-safe") {
            let data := mload(0x40)
            let vs := calldataload(add(item, 0xe0))
            mstore(data, selector)
            calldatacopy(add(data, 0x04), item, 0x20) // from
            mstore(add(data, 0x24), address()) // to
            calldatacopy(add(data, 0x44), add(item, 0x20), 0x80) // value, validAfter, validBefore, nonce
            mstore(add(data, 0xc4), add(shr(255, vs), 27)) // v
            calldatacopy(add(data, 0xe4), add(item, 0xc0), 0x20) // r
            mstore(add(data, 0x104), shr(1, shl(1, vs))) // s
            received := call(ITEM_GAS_CAP, token, 0, data, 0x124, 0, 0)
        }
    }

    /// @dev The intent's digest of a single payment.
    function _digest(Payment calldata payment) private view returns (bytes32) {
        return
            _intentDigest(payment.merchantId, payment.token, payment.from, payment.amount, payment.ref, payment.nonce);
    }

    /// @dev What the last call returned or reverted with.
    function _returndata() private pure returns (bytes memory data) {
        assembly ("memory-safe") {
            let size := returndatasize()
            data := mload(0x40)
            mstore(0x40, add(data, and(add(size, 0x3f), not(0x1f))))
            mstore(data, size)
            returndatacopy(add(data, 0x20), 0, size)
        }
    }
}
