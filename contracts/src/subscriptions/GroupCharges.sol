// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {FeeAccruals} from "../core/FeeAccruals.sol";
import {Route, Routes} from "../core/Routes.sol";
import {ISubscriptionManager} from "./interfaces/ISubscriptionManager.sol";
import {ChargeGas} from "./ChargeGas.sol";
import {Agreement, Progress} from "./SubscriptionSlots.sol";
import {SubscriptionBook} from "./SubscriptionBook.sol";
import {SubscriptionDigests} from "./SubscriptionDigests.sol";

/// @title Charges, singly and in groups
/// @notice Takes what is due from payers, keeps the platform fee and pays the merchant.
abstract contract GroupCharges is SubscriptionBook, SubscriptionDigests, ChargeGas, Routes, FeeAccruals {
    using SafeERC20 for IERC20;

    /// @dev Bytes of the struct `Charge`, encoded.
    uint256 private constant ITEM_BYTES = 0x80;
    /// @dev Longest reason that is copied out of a failed call: a longer one would cost more gas than an item has.
    uint256 private constant MAX_REASON_BYTES = 256;

    /// @notice Charges a group. Only for this contract itself, so that a group is undone as a whole.
    /// @param registry Registry of the subscriptions
    /// @param merchantId Registry id of the merchant
    /// @param token The token
    /// @param by Account that submitted the batch
    /// @param items The charges: the struct `Charge`, encoded, one after the other
    /// @return okBitmap Bit i is set when item i was charged
    function chargeGroup(address registry, uint256 merchantId, address token, address by, bytes calldata items)
        external
        returns (uint256 okBitmap)
    {
        if (msg.sender != address(this)) revert OnlySelf();
        Route memory route = _openRoute(registry, merchantId, token, by);
        uint256 number = pairNumber[registry][token];
        uint256 gross;
        uint256 fees;
        uint256 count = items.length / ITEM_BYTES;
        for (uint256 i = 0; i < count; ++i) {
            Charge memory item = _itemAt(items, i);
            (bool charged, bytes memory reason) = _tryCharge(route, number, item);
            if (!charged) {
                emit ChargeFailed(registry, item.id, merchantId, i, reason);
                continue;
            }
            // 60 amounts of 96 bits, times 300, cannot overflow.
            unchecked {
                gross += item.amount;
                fees += _feeOf(item.amount, route.feeBps);
            }
            okBitmap |= uint256(1) << i;
        }
        if (okBitmap == 0) return 0;
        _accrue(registry, token, fees);
        IERC20(token).safeTransfer(route.payout, gross - fees);
    }

    /// @dev Gives a group exactly what the formula says, or reverts: an out-of-gas must never pass for a failed charge.
    /// Items are passed on as they came: decoding and encoding them again would cost a tenth of each.
    function _tryChargeGroup(uint256 index, address registry, ChargeGroup calldata group)
        internal
        returns (uint256 okBitmap)
    {
        uint256 count = group.items.length;
        if (count == 0) return 0;
        uint256 share = groupGas(count);
        bytes memory data = abi.encodeCall(
            this.chargeGroup, (registry, group.merchantId, group.token, msg.sender, _encoded(group.items))
        );
        _requireGas(share);
        bool charged;
        assembly ("memory-safe") {
            charged := call(share, address(), 0, add(data, 0x20), mload(data), 0x00, 0x20)
            okBitmap := mload(0x00)
        }
        if (charged) return okBitmap;
        emit ChargeGroupFailed(registry, group.merchantId, group.token, index, count, _returned());
        return 0;
    }

    /// @dev Charges one subscription, or reverts with the reason. Nothing else is charged in the call.
    function _chargeAlone(Route memory route, Agreement memory agreement, Progress progress, Charge memory item)
        internal
    {
        (Progress next, bytes memory reason) = _next(agreement, progress, item);
        if (reason.length > 0) _revertWith(reason);
        _emitRouted(route, msg.sender);
        _stored[item.id].progress = next;
        uint256 fee = _feeOf(item.amount, route.feeBps);
        _accrue(route.registry, route.token, fee);
        emit SubscriptionCharged(route.registry, item.id, item.period, item.number, item.amount);
        IERC20(route.token).safeTransferFrom(agreement.payer(), address(this), item.amount);
        IERC20(route.token).safeTransfer(route.payout, item.amount - fee);
    }

    /// @dev Charges one of a group. Who fails is not debited, and its state stays.
    /// @param number Of the group's registry and token
    /// @return charged Whether it was
    /// @return reason What the refusal reverted with
    function _tryCharge(Route memory route, uint256 number, Charge memory item)
        private
        returns (bool charged, bytes memory reason)
    {
        (Agreement memory agreement, Progress progress) = _read(item.id);
        Progress next;
        (next, reason) = _next(agreement, progress, item);
        if (reason.length > 0) return (false, reason);
        if (agreement.merchantId() != route.merchantId || agreement.pair() != number) {
            return (false, abi.encodeWithSelector(GroupMismatch.selector));
        }
        if (!_take(route.token, agreement.payer(), item.amount)) return (false, _returned());
        _stored[item.id].progress = next;
        emit SubscriptionCharged(route.registry, item.id, item.period, item.number, item.amount);
        charged = true;
    }

    /// @dev The token's `transferFrom` to this contract, with `ITEM_GAS_CAP` gas. FiatToken answers true or reverts;
    /// without an answer there is no token.
    function _take(address token, address payer, uint256 amount) private returns (bool taken) {
        uint256 cap = ITEM_GAS_CAP;
        bytes4 selector = IERC20.transferFrom.selector;
        assembly ("memory-safe") {
            let data := mload(0x40)
            mstore(data, selector)
            mstore(add(data, 0x04), payer)
            mstore(add(data, 0x24), address())
            mstore(add(data, 0x44), amount)
            taken := call(cap, token, 0, data, 0x64, 0x00, 0x20)
            taken := and(taken, and(gt(returndatasize(), 0x1f), eq(mload(0x00), 1)))
        }
    }

    /// @dev Asks the registry, refuses what cannot be paid, and logs what the charges that follow have in common.
    function _openRoute(address registry, uint256 merchantId, address token, address by)
        private
        returns (Route memory route)
    {
        route = _askRoute(registry, merchantId, token);
        _emitRouted(route, by);
    }

    function _emitRouted(Route memory route, address by) private {
        emit ChargesRouted(route.registry, route.merchantId, route.token, route.payout, route.feeBps, by);
    }

    /// @dev The item at a position of the encoded ones.
    function _itemAt(bytes calldata items, uint256 index) private pure returns (Charge calldata item) {
        assembly ("memory-safe") {
            item := add(items.offset, mul(index, ITEM_BYTES))
        }
    }

    /// @dev Items as the bytes that they came in.
    function _encoded(Charge[] calldata items) private pure returns (bytes calldata encoded) {
        assembly ("memory-safe") {
            encoded.offset := items.offset
            encoded.length := mul(items.length, ITEM_BYTES)
        }
    }

    function _revertWith(bytes memory reason) private pure {
        assembly ("memory-safe") {
            revert(add(reason, 0x20), mload(reason))
        }
    }

    /// @dev The first 256 bytes that the last call returned.
    function _returned() private pure returns (bytes memory data) {
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
