// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {MerchantRegistry} from "../../../src/v1/MerchantRegistry.sol";
import {IMerchantRegistry} from "../../../src/v1/interfaces/IMerchantRegistry.sol";
import {Test} from "../../support/Test.sol";

/// @title Everyone who can touch a registry, doing anything at any time
/// @dev Keeps its own idea of each merchant, changed only by those who may change it; calls by others must revert.
contract RegistryHandler is Test {
    MerchantRegistry public immutable registry;
    address public immutable operator;

    mapping(uint256 merchantId => IMerchantRegistry.Merchant) private _expected;
    uint256 public expectedCount;
    address[] private _actors;

    constructor(MerchantRegistry registry_, address operator_) {
        registry = registry_;
        operator = operator_;
        _actors = [operator_, named("alice"), named("bob"), named("carol")];
    }

    function expected(uint256 id) external view returns (IMerchantRegistry.Merchant memory) {
        return _expected[id];
    }

    function register(uint256 actor, uint256 owner, uint256 payout, uint16 feeBps) external {
        address caller = _actor(actor);
        feeBps = uint16(between(feeBps, 0, 400));
        vm.prank(caller);
        try registry.register(_actor(owner), _actor(payout), feeBps, bytes32(0)) returns (uint256 id) {
            _require(caller == operator && feeBps <= registry.MAX_FEE_BPS());
            expectedCount += 1;
            _require(id == expectedCount);
            _expected[id] = IMerchantRegistry.Merchant({
                owner: _actor(owner),
                pendingOwner: address(0),
                payout: _actor(payout),
                feeBps: feeBps,
                status: IMerchantRegistry.Status.Active,
                settleUntil: 0
            });
        } catch {
            _require(caller != operator || feeBps > registry.MAX_FEE_BPS());
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
        vm.prank(caller);
        try registry.setFee(merchantId, feeBps) {
            _require(caller == operator && feeBps <= registry.MAX_FEE_BPS());
            _require(_expected[merchantId].status != IMerchantRegistry.Status.Closed);
            _expected[merchantId].feeBps = feeBps;
        } catch {}
    }

    function suspend(uint256 actor, uint256 id, uint256 ahead) external {
        (address caller, uint256 merchantId) = (_actor(actor), _id(id));
        uint48 settleUntil = uint48(block.timestamp + between(ahead, 0, 140 days));
        vm.prank(caller);
        try registry.suspend(merchantId, settleUntil) {
            _require(caller == operator);
            if (_expected[merchantId].status == IMerchantRegistry.Status.Suspended) return;
            _require(_expected[merchantId].status == IMerchantRegistry.Status.Active);
            _require(settleUntil <= block.timestamp + 130 days);
            _expected[merchantId].status = IMerchantRegistry.Status.Suspended;
            _expected[merchantId].settleUntil = settleUntil;
        } catch {}
    }

    function reactivate(uint256 actor, uint256 id) external {
        (address caller, uint256 merchantId) = (_actor(actor), _id(id));
        vm.prank(caller);
        try registry.reactivate(merchantId) {
            _require(caller == operator);
            _require(_expected[merchantId].status == IMerchantRegistry.Status.Suspended);
            _expected[merchantId].status = IMerchantRegistry.Status.Active;
            _expected[merchantId].settleUntil = 0;
        } catch {}
    }

    function close(uint256 actor, uint256 id) external {
        // Rarely, or every merchant would soon be closed.
        if (actor % 8 != 0) return;
        (address caller, uint256 merchantId) = (_actor(actor), _id(id));
        vm.prank(caller);
        try registry.close(merchantId) {
            _require(caller == operator);
            _require(_expected[merchantId].status != IMerchantRegistry.Status.Closed);
            _expected[merchantId].status = IMerchantRegistry.Status.Closed;
            _expected[merchantId].settleUntil = 0;
        } catch {}
    }

    function wait_(uint256 time) external {
        vm.warp(block.timestamp + between(time, 0, 40 days));
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
