// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Route} from "../core/Routes.sol";
import {Frame, PaymentFrame} from "./PaymentFrame.sol";
import {GroupGas} from "./GroupGas.sol";
import {PaymentDigests} from "./PaymentDigests.sol";
import {PaymentRoutes} from "./PaymentRoutes.sol";
import {TermsItems} from "./TermsItems.sol";

/// @title Settlement of one group of a batch
/// @notice Collects a group's payments one by one and pays the merchant once.
abstract contract GroupSettlement is PaymentRoutes, PaymentDigests, GroupGas {
    using SafeERC20 for IERC20;
    using TermsItems for bytes;

    /// @dev What a group brought in, smallest unit.
    struct Sums {
        uint256 gross;
        uint256 fees;
    }

    /// @dev Bytes of an item with two signatures: the struct `Item`, encoded.
    uint256 internal constant ITEM_BYTES = 0x140;
    /// @dev Longest reason that is copied out of a failed call: a longer one would cost more gas than an item has.
    uint256 private constant MAX_REASON_BYTES = 256;

    /// @notice Settles one group of a batch, or reverts as a whole.
    /// @dev Called by this contract only; external so that a failed payout takes back what the items brought in.
    /// @param registry Registry that the payers signed
    /// @param merchantId Registry id of the merchant
    /// @param token The token
    /// @param by Account that submitted the batch
    /// @param itemBytes Size of an item, which tells the kind: 140 with one signature, 320 with two
    /// @param items The payments
    /// @return okBitmap Bit i is set when item i settled
    function settleGroup(
        address registry,
        uint256 merchantId,
        address token,
        address by,
        uint256 itemBytes,
        bytes calldata items
    ) external returns (uint256 okBitmap) {
        if (msg.sender != address(this)) revert OnlySelf();
        Route memory route = _openRoute(registry, merchantId, token, by);
        Sums memory sums;
        okBitmap = itemBytes == TermsItems.ITEM_BYTES
            ? _collectTerms(route, items, sums)
            : _collectIntents(route, items, sums);
        if (okBitmap == 0) return 0;
        _accrue(registry, token, sums.fees);
        IERC20(token).safeTransfer(route.payout, sums.gross - sums.fees);
    }

    /// @dev Collects payments with one signature each.
    /// @param sums Grows by what was collected
    /// @return okBitmap Bit i is set when item i was collected
    function _collectTerms(Route memory route, bytes calldata items, Sums memory sums)
        private
        returns (uint256 okBitmap)
    {
        Frame frame = _termsFrame(route.registry, route.merchantId, route.token);
        uint256 count = items.length / TermsItems.ITEM_BYTES;
        for (uint256 i = 0; i < count; ++i) {
            (address payer, uint256 amount, bytes32 ref, uint256 salt) = items.payment(i);
            bytes32 id = frame.digest(payer, amount, ref, salt);
            if (amount == 0) {
                _reportFailure(id, route, i, abi.encodeWithSelector(ZeroAmount.selector));
            } else if (!_collect(frame, id, items, i)) {
                _reportFailure(id, route, i, _reason());
            } else {
                emit PaymentSettled(route.registry, id, ref, payer, amount);
                _add(sums, amount, route.feeBps);
                okBitmap |= uint256(1) << i;
            }
        }
    }

    /// @dev Has the token collect an item with one signature, whose id is the authorization's nonce.
    function _collect(Frame frame, bytes32 id, bytes calldata items, uint256 index) private returns (bool) {
        (uint256 validBefore, bytes32 r, bytes32 vs) = items.authorization(index);
        (uint256 v, bytes32 s) = PaymentFrame.expand(vs);
        return frame.collect(ITEM_GAS_CAP, 0, validBefore, id, v, r, s);
    }

    /// @dev Has the token collect an item with two signatures.
    function _collect(Frame frame, Item calldata item) private returns (bool) {
        (uint256 v, bytes32 s) = PaymentFrame.expand(item.authVS);
        return frame.collect(ITEM_GAS_CAP, item.validAfter, item.validBefore, item.nonce, v, item.authR, s);
    }

    /// @dev Collects payments with two signatures each.
    /// @param sums Grows by what was collected
    /// @return okBitmap Bit i is set when item i was collected
    function _collectIntents(Route memory route, bytes calldata items, Sums memory sums)
        private
        returns (uint256 okBitmap)
    {
        Frame frame = _intentFrame(route.registry, route.merchantId, route.token);
        uint256 count = items.length / ITEM_BYTES;
        for (uint256 i = 0; i < count; ++i) {
            Item calldata item = _itemAt(items, i);
            (address payer, uint256 amount, bytes32 ref) = (item.from, item.amount, item.ref);
            bytes32 id = frame.digest(payer, amount, ref, uint256(item.nonce));
            if (amount == 0) {
                _reportFailure(id, route, i, abi.encodeWithSelector(ZeroAmount.selector));
            } else if (!_signedByKey(payer, id, item.intentR, item.intentVS)) {
                _reportFailure(id, route, i, abi.encodeWithSelector(InvalidIntent.selector));
            } else if (!_collect(frame, item)) {
                _reportFailure(id, route, i, _reason());
            } else {
                emit PaymentSettled(route.registry, id, ref, payer, amount);
                _add(sums, amount, route.feeBps);
                okBitmap |= uint256(1) << i;
            }
        }
    }

    /// @dev Settles a group in a call of its own with exactly its gas, which the batch survives. Items are passed on as
    /// they came: decoding and encoding them again would cost a tenth of each.
    /// @return okBitmap Bit i is set when item i settled; zero when the group was taken back
    function _trySettleGroup(
        uint256 groupIndex,
        address registry,
        uint256 merchantId,
        address token,
        uint256 itemBytes,
        bytes calldata items
    ) internal returns (uint256 okBitmap) {
        uint256 count = items.length / itemBytes;
        if (count == 0) return 0;
        bytes memory data =
            abi.encodeCall(this.settleGroup, (registry, merchantId, token, msg.sender, itemBytes, items));
        uint256 share = groupGas(count);
        _requireGas(share);
        bool settled;
        assembly ("memory-safe") {
            settled := call(share, address(), 0, add(data, 0x20), mload(data), 0x00, 0x20)
            okBitmap := mload(0x00)
        }
        if (settled) return okBitmap;
        emit GroupFailed(registry, merchantId, token, groupIndex, count, _reason());
        return 0;
    }

    function _reportFailure(bytes32 id, Route memory route, uint256 index, bytes memory reason) private {
        emit PaymentFailed(route.registry, id, route.merchantId, index, reason);
    }

    /// @dev Adds a payment. 60 amounts of 128 bits, times 300, cannot overflow.
    function _add(Sums memory sums, uint256 amount, uint256 feeBps) private pure {
        unchecked {
            sums.gross += amount;
            sums.fees += _feeOf(amount, feeBps);
        }
    }

    /// @dev The item at a position of the encoded ones.
    function _itemAt(bytes calldata items, uint256 index) private pure returns (Item calldata item) {
        assembly ("memory-safe") {
            item := add(items.offset, mul(index, ITEM_BYTES))
        }
    }

    /// @dev What the last call reverted with, cut to `MAX_REASON_BYTES`.
    function _reason() private pure returns (bytes memory data) {
        assembly ("memory-safe") {
            let size := returndatasize()
            if gt(size, MAX_REASON_BYTES) { size := MAX_REASON_BYTES }
            data := mload(0x40)
            mstore(0x40, add(data, and(add(size, 0x3f), not(0x1f))))
            mstore(data, size)
            returndatacopy(add(data, 0x20), 0, size)
        }
    }
}
