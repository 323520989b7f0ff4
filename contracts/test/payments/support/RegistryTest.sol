// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {Deployments} from "./Deployments.sol";

/// @title A registry with one merchant
abstract contract RegistryTest is Deployments {
    uint256 internal constant START = 1_800_000_000;
    uint16 internal constant FEE_BPS = 100;

    address internal immutable operator = named("operator");
    address internal immutable treasury = named("treasury");
    address internal immutable admin = named("admin");
    address internal immutable reserved = named("reserved payout");
    address internal immutable owner = named("owner");
    address internal immutable payout = named("payout");

    IMerchantRegistry internal registry;
    uint256 internal merchantId;

    function setUp() public virtual {
        vm.warp(START);
        registry = deployRegistry(operator, treasury, admin, reserved);
        merchantId = register(owner, payout, FEE_BPS);
    }

    function register(address owner_, address payout_, uint16 feeBps) internal returns (uint256) {
        bytes32 key = keccak256(abi.encode("key", registry.count()));
        vm.prank(operator);
        return registry.register(key, owner_, payout_, feeBps, bytes32(0));
    }

    function suspend(uint256 id, uint256 settleUntil) internal {
        vm.prank(operator);
        registry.suspend(id, uint48(settleUntil));
    }

    function close(uint256 id) internal {
        vm.prank(operator);
        registry.close(id);
    }

    function statusOf(uint256 id) internal view returns (uint256) {
        return uint256(registry.get(id).status);
    }

    function isPayable(uint256 id) internal view returns (bool) {
        (address to,,) = registry.route(id, address(0));
        return to != address(0);
    }

    function badStatus(IMerchantRegistry.Status status) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IMerchantRegistry.BadStatus.selector, status);
    }

    function notOwner(uint256 id) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IMerchantRegistry.NotOwner.selector, id);
    }

    function unknown(uint256 id) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IMerchantRegistry.UnknownMerchant.selector, id);
    }
}
