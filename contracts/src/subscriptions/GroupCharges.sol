// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {FeeTreasury} from "../v2/FeeTreasury.sol";
import {IMerchantRegistryV2} from "../v2/interfaces/IMerchantRegistryV2.sol";
import {ISubscribedProcessor} from "./interfaces/ISubscribedProcessor.sol";
import {ISubscriptionManager} from "./interfaces/ISubscriptionManager.sol";
import {ChargeGas} from "./ChargeGas.sol";
import {SubscriptionBook} from "./SubscriptionBook.sol";
import {SubscriptionDigests} from "./SubscriptionDigests.sol";

/// @title Charges, singly and in groups
/// @notice Takes what is due from payers, keeps the platform fee and pays the merchant.
abstract contract GroupCharges is SubscriptionBook, SubscriptionDigests, ChargeGas, FeeTreasury {
    using SafeERC20 for IERC20;

    /// @dev Where the money of a charge goes.
    struct Route {
        uint256 merchantId;
        address token;
        address payout;
        uint256 feeBps;
    }

    uint256 private constant BPS = 10_000;
    uint256 private constant MAX_REASON_BYTES = 256;

    /// @inheritdoc ISubscriptionManager
    IMerchantRegistryV2 public immutable registry;
    /// @inheritdoc ISubscriptionManager
    address public immutable usdc;
    /// @inheritdoc ISubscriptionManager
    address public immutable eurc;

    constructor(ISubscribedProcessor processor) FeeTreasury(_existing(processor).treasury(), processor.admin()) {
        registry = processor.registry();
        usdc = processor.usdc();
        eurc = processor.eurc();
    }

    /// @notice Charges a group. Only for this contract itself, so that a group is undone as a whole.
    /// @return okBitmap Bit i is set when item i was charged
    function chargeGroup(ChargeGroup calldata group) external returns (uint256 okBitmap) {
        if (msg.sender != address(this)) revert OnlySelf();
        Route memory route = _openRoute(group.merchantId, group.token);
        uint256 total;
        for (uint256 i = 0; i < group.items.length; ++i) {
            Charge memory item = group.items[i];
            (bool charged, bytes memory reason) = _tryCharge(route, item);
            if (!charged) {
                emit ChargeFailed(item.id, route.merchantId, i, reason);
                continue;
            }
            // 60 amounts of 96 bits, times 300, cannot overflow.
            unchecked {
                total += _net(item.amount, route.feeBps);
            }
            okBitmap |= uint256(1) << i;
        }
        if (total > 0) IERC20(route.token).safeTransfer(route.payout, total);
    }

    /// @dev Gives a group exactly what the formula says, or reverts: an out-of-gas must never pass for a failed charge.
    function _tryChargeGroup(uint256 index, ChargeGroup calldata group) internal returns (uint256 okBitmap) {
        uint256 count = group.items.length;
        if (count == 0) return 0;
        uint256 share = groupGas(count);
        bytes memory data = abi.encodeCall(this.chargeGroup, (group));
        _requireGas(share);
        bool charged;
        assembly ("memory-safe") {
            charged := call(share, address(), 0, add(data, 0x20), mload(data), 0x00, 0x20)
            okBitmap := mload(0x00)
        }
        if (charged) return okBitmap;
        emit ChargeGroupFailed(group.merchantId, group.token, index, count, _returned());
        return 0;
    }

    /// @dev Charges one subscription, or reverts with the reason. Nothing else is charged in the call.
    function _chargeAlone(Stored memory stored, Charge memory item) internal {
        bytes memory reason = _refusal(stored, item);
        if (reason.length > 0) _revertWith(reason);
        Route memory route = _openRoute(stored.merchantId, _tokenOf(stored.inEurc));
        _note(stored, item);
        emit SubscriptionCharged(item.id, route.merchantId, item.period, item.number, item.amount);
        IERC20(route.token).safeTransferFrom(stored.payer, address(this), item.amount);
        IERC20(route.token).safeTransfer(route.payout, _net(item.amount, route.feeBps));
    }

    function _requirePayable(uint256 merchantId) internal view returns (address payout, uint256 feeBps) {
        (payout, feeBps) = registry.route(merchantId);
        if (payout == address(0) || payout == address(this)) revert MerchantNotPayable(merchantId);
    }

    /// @inheritdoc FeeTreasury
    function _requireSupported(address token) internal view override {
        if (token == usdc || (token == eurc && token != address(0))) return;
        revert UnsupportedToken(token);
    }

    /// @inheritdoc SubscriptionBook
    function _tokenOf(bool inEurc) internal view override returns (address) {
        return inEurc ? eurc : usdc;
    }

    /// @dev Charges one of a group. Who fails is not debited, and its state stays.
    /// @return charged Whether it was
    /// @return reason What the refusal reverted with
    function _tryCharge(Route memory route, Charge memory item) private returns (bool charged, bytes memory reason) {
        Stored memory stored = _stored[item.id];
        reason = _refusal(stored, item);
        if (reason.length > 0) return (false, reason);
        if (stored.merchantId != route.merchantId || _tokenOf(stored.inEurc) != route.token) {
            return (false, abi.encodeWithSelector(GroupMismatch.selector));
        }
        if (!_take(route.token, stored.payer, item.amount)) return (false, _returned());
        _note(stored, item);
        emit SubscriptionCharged(item.id, route.merchantId, item.period, item.number, item.amount);
        charged = true;
    }

    /// @dev The token's `transferFrom` to this contract, with `ITEM_GAS_CAP` gas.
    function _take(address token, address payer, uint256 amount) private returns (bool taken) {
        bytes memory data = abi.encodeCall(IERC20.transferFrom, (payer, address(this), amount));
        uint256 cap = ITEM_GAS_CAP;
        assembly ("memory-safe") {
            taken := call(cap, token, 0, add(data, 0x20), mload(data), 0x00, 0x20)
            taken := and(taken, and(gt(returndatasize(), 0x1f), eq(mload(0x00), 1)))
        }
    }

    function _existing(ISubscribedProcessor processor) private view returns (ISubscribedProcessor) {
        if (address(processor).code.length == 0) revert InvalidConfiguration();
        return processor;
    }

    function _openRoute(uint256 merchantId, address token) private returns (Route memory route) {
        _requireSupported(token);
        (address payout, uint256 feeBps) = _requirePayable(merchantId);
        emit ChargesRouted(merchantId, token, payout, feeBps);
        return Route({merchantId: merchantId, token: token, payout: payout, feeBps: feeBps});
    }

    function _net(uint256 amount, uint256 feeBps) private pure returns (uint256) {
        return amount - amount * feeBps / BPS;
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
