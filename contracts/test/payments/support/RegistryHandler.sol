// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {Test} from "../../support/Test.sol";

/// @title Everyone who can touch a registry, doing anything at any time
/// @dev Keeps its own idea of each merchant, changed only by those who may change it; calls by others must revert.
contract RegistryHandler is Test {
    IMerchantRegistry public immutable registry;
    address public immutable operator;

    mapping(uint256 merchantId => IMerchantRegistry.Merchant) private _expected;
    mapping(bytes32 key => uint256) private _idOfKey;
    uint256 public expectedCount;
    address[] private _actors;

    constructor(IMerchantRegistry registry_, address operator_) {
        registry = registry_;
        operator = operator_;
        _actors = [operator_, named("alice"), named("bob"), named("carol")];
    }

    function expected(uint256 id) external view returns (IMerchantRegistry.Merchant memory) {
        IMerchantRegistry.Merchant memory merchant = _expected[id];
        if (merchant.nextFeeAt != 0 && block.timestamp >= merchant.nextFeeAt) {
            (merchant.feeBps, merchant.nextFeeBps, merchant.nextFeeAt) = (merchant.nextFeeBps, 0, 0);
        }
        return merchant;
    }

    function register(uint256 actor, uint256 owner, uint256 payout, uint16 feeBps, uint8 keySeed) external {
        address caller = _actor(actor);
        feeBps = uint16(between(feeBps, 0, 400));
        bytes32 key = bytes32(uint256(keySeed));
        uint256 known = _idOfKey[key];
        bool allowed = caller == operator && keySeed != 0 && (known != 0 || feeBps <= 300);
        vm.prank(caller);
        try registry.register(key, _actor(owner), _actor(payout), feeBps, bytes32(0)) returns (uint256 id) {
            _require(allowed);
            if (known != 0) return _require(id == known);
            expectedCount += 1;
            _require(id == expectedCount);
            _idOfKey[key] = id;
            IMerchantRegistry.Merchant storage merchant = _expected[id];
            (merchant.owner, merchant.payout, merchant.feeBps) = (_actor(owner), _actor(payout), feeBps);
            merchant.status = IMerchantRegistry.Status.Active;
        } catch {
            _require(!allowed);
        }
    }

    function setPayout(uint256 actor, uint256 id, uint256 payout) external {
        (address caller, uint256 merchantId) = (_actor(actor), _id(id));
        vm.prank(caller);
        try registry.setPayout(merchantId, _actor(payout)) {
            _require(caller == _expected[merchantId].owner);
            _expected[merchantId].payout = _actor(payout);
        } catch {
            _require(caller != _expected[merchantId].owner);
        }
    }

    function transferOwnership(uint256 actor, uint256 id, uint256 newOwner) external {
        (address caller, uint256 merchantId) = (_actor(actor), _id(id));
        vm.prank(caller);
        try registry.transferOwnership(merchantId, _actor(newOwner)) {
            _require(caller == _expected[merchantId].owner);
            _expected[merchantId].pendingOwner = _actor(newOwner);
        } catch {
            _require(caller != _expected[merchantId].owner);
        }
    }

    function acceptOwnership(uint256 actor, uint256 id) external {
        (address caller, uint256 merchantId) = (_actor(actor), _id(id));
        vm.prank(caller);
        try registry.acceptOwnership(merchantId) {
            _require(caller == _expected[merchantId].pendingOwner);
            _expected[merchantId].owner = caller;
            _expected[merchantId].pendingOwner = address(0);
        } catch {
            _require(caller != _expected[merchantId].pendingOwner);
        }
    }

    function cancelOwnershipTransfer(uint256 actor, uint256 id) external {
        (address caller, uint256 merchantId) = (_actor(actor), _id(id));
        vm.prank(caller);
        try registry.cancelOwnershipTransfer(merchantId) {
            _require(caller == _expected[merchantId].owner);
            _expected[merchantId].pendingOwner = address(0);
        } catch {
            _require(caller != _expected[merchantId].owner);
        }
    }

    function setFee(uint256 actor, uint256 id, uint16 feeBps) external {
        (address caller, uint256 merchantId) = (_actor(actor), _id(id));
        feeBps = uint16(between(feeBps, 0, 400));
        IMerchantRegistry.Merchant storage merchant = _expected[merchantId];
        bool allowed = caller == operator && feeBps <= 300 && merchant.status != IMerchantRegistry.Status.None
            && merchant.status != IMerchantRegistry.Status.Closed;
        vm.prank(caller);
        try registry.setFee(merchantId, feeBps) {
            _require(allowed);
            _settleFee(merchant);
            if (feeBps > merchant.feeBps) {
                (merchant.nextFeeBps, merchant.nextFeeAt) = (feeBps, uint48(block.timestamp + 24 hours));
            } else {
                (merchant.feeBps, merchant.nextFeeBps, merchant.nextFeeAt) = (feeBps, 0, 0);
            }
        } catch {
            _require(!allowed);
        }
    }

    function suspend(uint256 actor, uint256 id, uint256 ahead) external {
        (address caller, uint256 merchantId) = (_actor(actor), _id(id));
        uint48 settleUntil = uint48(block.timestamp + between(ahead, 0, 140 days));
        IMerchantRegistry.Merchant storage merchant = _expected[merchantId];
        bool again = merchant.status == IMerchantRegistry.Status.Suspended;
        bool first = merchant.status == IMerchantRegistry.Status.Active && settleUntil <= block.timestamp + 130 days;
        vm.prank(caller);
        try registry.suspend(merchantId, settleUntil) {
            _require(caller == operator && (again || first));
            if (again) return;
            (merchant.status, merchant.settleUntil) = (IMerchantRegistry.Status.Suspended, settleUntil);
        } catch {
            _require(caller != operator || !(again || first));
        }
    }

    function reactivate(uint256 actor, uint256 id) external {
        (address caller, uint256 merchantId) = (_actor(actor), _id(id));
        IMerchantRegistry.Merchant storage merchant = _expected[merchantId];
        bool allowed = caller == operator && merchant.status == IMerchantRegistry.Status.Suspended;
        vm.prank(caller);
        try registry.reactivate(merchantId) {
            _require(allowed);
            (merchant.status, merchant.settleUntil) = (IMerchantRegistry.Status.Active, 0);
        } catch {
            _require(!allowed);
        }
    }

    function close(uint256 actor, uint256 id) external {
        // Rarely, or every merchant would soon be closed.
        if (actor % 8 != 0) return;
        (address caller, uint256 merchantId) = (_actor(actor), _id(id));
        IMerchantRegistry.Merchant storage merchant = _expected[merchantId];
        bool allowed = caller == operator && merchant.status != IMerchantRegistry.Status.None
            && merchant.status != IMerchantRegistry.Status.Closed;
        vm.prank(caller);
        try registry.close(merchantId) {
            _require(allowed);
            (merchant.status, merchant.settleUntil) = (IMerchantRegistry.Status.Closed, 0);
        } catch {
            _require(!allowed);
        }
    }

    function wait_(uint256 time) external {
        vm.warp(block.timestamp + between(time, 0, 40 days));
    }

    /// @dev A raise whose time has come is the fee.
    function _settleFee(IMerchantRegistry.Merchant storage merchant) private {
        if (merchant.nextFeeAt == 0 || block.timestamp < merchant.nextFeeAt) return;
        (merchant.feeBps, merchant.nextFeeBps, merchant.nextFeeAt) = (merchant.nextFeeBps, 0, 0);
    }

    function _actor(uint256 seed) private view returns (address) {
        return _actors[seed % _actors.length];
    }

    /// @dev Ids 0 and one past the last are tried too.
    function _id(uint256 seed) private view returns (uint256) {
        return seed % (expectedCount + 2);
    }

    function _require(bool condition) private pure {
        vm.assertTrue(condition, "a call did what it must not");
    }
}
