// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {RegistryHandler} from "../../payments/support/RegistryHandler.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract MerchantRegistryInvariants is RegistryTest {
    RegistryHandler private handler;

    function setUp() public override {
        vm.warp(START);
        registry = deployRegistry(operator, treasury, admin, reserved);
        handler = new RegistryHandler(registry, operator);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_ids_are_dense_and_never_reused() public view {
        vm.assertEq(registry.count(), handler.expectedCount(), "count");
        vm.assertFalse(isPayable(0), "id 0");
        vm.assertFalse(isPayable(registry.count() + 1), "next id");
    }

    function invariant_only_the_entitled_change_a_merchant() public view {
        for (uint256 id = 1; id <= registry.count(); ++id) {
            bytes memory actual = abi.encode(registry.get(id));
            vm.assertEq(actual, abi.encode(handler.expected(id)), "merchant");
        }
    }

    function invariant_records_are_complete() public view {
        for (uint256 id = 1; id <= registry.count(); ++id) {
            IMerchantRegistry.Merchant memory merchant = registry.get(id);
            vm.assertTrue(merchant.owner != address(0), "owner");
            vm.assertTrue(merchant.payout != address(0), "payout");
            vm.assertLe(merchant.feeBps, registry.MAX_FEE_BPS(), "fee");
        }
    }

    function invariant_payable_is_decided_by_status_and_time() public view {
        for (uint256 id = 1; id <= registry.count(); ++id) {
            IMerchantRegistry.Merchant memory merchant = registry.get(id);
            bool expected = merchant.status == IMerchantRegistry.Status.Active
                || (merchant.status == IMerchantRegistry.Status.Suspended && block.timestamp < merchant.settleUntil);
            (address to, uint256 feeBps,) = registry.route(id, address(0));
            vm.assertEq(to, expected ? merchant.payout : address(0), "payout");
            vm.assertEq(feeBps, expected ? merchant.feeBps : 0, "fee");
        }
    }
}
