// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IMerchantRegistry} from "../../../src/registry/interfaces/IMerchantRegistry.sol";
import {IReservedPayouts} from "../../../src/registry/interfaces/IReservedPayouts.sol";
import {IRegistryAdmin} from "../../../src/registry/interfaces/IRegistryAdmin.sol";
import {IOperatorRole} from "../../../src/registry/interfaces/IOperatorRole.sol";
import {RegistryTest} from "../../payments/support/RegistryTest.sol";

contract RegisterTest is RegistryTest {
    bytes32 private constant KEY = keccak256("mer_2");

    function test_stores_the_merchant_and_says_so() public {
        address newOwner = named("new owner");
        address newPayout = named("new payout");
        vm.expectEmit(address(registry));
        emit IMerchantRegistry.MerchantRegistered(2, KEY, newOwner, newPayout, 70, keccak256("record"));
        vm.prank(operator);
        uint256 id = registry.register(KEY, newOwner, newPayout, 70, keccak256("record"));

        IMerchantRegistry.Merchant memory merchant = registry.get(id);
        vm.assertEq(id, 2, "id");
        vm.assertEq(merchant.owner, newOwner, "owner");
        vm.assertEq(merchant.pendingOwner, address(0), "pending owner");
        vm.assertEq(merchant.payout, newPayout, "payout");
        vm.assertEq(merchant.feeBps, 70, "fee");
        vm.assertEq(uint256(merchant.status), uint256(IMerchantRegistry.Status.Active), "status");
        vm.assertEq(merchant.nextFeeBps, 0, "next fee");
        vm.assertEq(merchant.nextFeeAt, 0, "time of the next fee");
        vm.assertEq(merchant.settleUntil, 0, "settle until");
        vm.assertEq(registry.idOf(KEY), 2, "id of the key");
    }

    function testFuzz_gives_out_ids_one_by_one(uint8 merchants) public {
        uint256 first = registry.count();
        for (uint256 i = 1; i <= merchants % 16; ++i) {
            vm.assertEq(register(owner, payout, 0), first + i, "id");
            vm.assertEq(registry.count(), first + i, "count");
        }
    }

    function testFuzz_takes_a_fee_up_to_the_cap(uint16 feeBps) public {
        uint16 max = registry.MAX_FEE_BPS();
        if (feeBps > max) {
            vm.expectRevert(abi.encodeWithSelector(IMerchantRegistry.FeeTooHigh.selector, feeBps, max));
        }
        vm.prank(operator);
        registry.register(KEY, owner, payout, feeBps, bytes32(0));
    }

    function test_refuses_a_zero_owner() public {
        vm.expectRevert(IRegistryAdmin.ZeroAddress.selector);
        vm.prank(operator);
        registry.register(KEY, address(0), payout, FEE_BPS, bytes32(0));
    }

    function test_refuses_a_zero_payout() public {
        vm.expectRevert(IRegistryAdmin.ZeroAddress.selector);
        vm.prank(operator);
        registry.register(KEY, owner, address(0), FEE_BPS, bytes32(0));
    }

    function test_refuses_reserved_payouts() public {
        address[2] memory refused = [address(registry), reserved];
        for (uint256 i = 0; i < refused.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IReservedPayouts.ReservedPayout.selector, refused[i]));
            vm.prank(operator);
            registry.register(KEY, owner, refused[i], FEE_BPS, bytes32(0));
        }
        vm.assertEq(registry.idOf(KEY), 0, "nothing is registered");
    }

    function testFuzz_refuses_everyone_but_the_operator(address caller) public {
        vm.assume(caller != operator);
        vm.expectRevert(IOperatorRole.NotOperator.selector);
        vm.prank(caller);
        registry.register(KEY, owner, payout, FEE_BPS, bytes32(0));
    }

    function testFuzz_gives_the_same_id_for_a_key_that_is_there(address otherOwner, address otherPayout, uint16 feeBps)
        public
    {
        vm.prank(operator);
        uint256 id = registry.register(KEY, owner, payout, FEE_BPS, bytes32(0));
        bytes memory before = abi.encode(registry.get(id));
        vm.recordLogs();
        vm.prank(operator);
        vm.assertEq(registry.register(KEY, otherOwner, otherPayout, feeBps, keccak256("other")), id, "id");
        vm.assertEq(vm.getRecordedLogs().length, 0, "no event");
        vm.assertEq(registry.count(), id, "count");
        vm.assertEq(abi.encode(registry.get(id)), before, "the merchant stays as it is");
    }

    function testFuzz_keeps_keys_apart(bytes32 a, bytes32 b) public {
        vm.assume(a != b && a != bytes32(0) && b != bytes32(0));
        vm.assertEq(registry.idOf(a), 0, "unknown key");
        vm.prank(operator);
        registry.register(a, owner, payout, FEE_BPS, bytes32(0));
        vm.prank(operator);
        registry.register(b, owner, payout, FEE_BPS, bytes32(0));
        vm.assertEq(registry.idOf(a), 2, "first key");
        vm.assertEq(registry.idOf(b), 3, "second key");
    }

    function test_refuses_a_key_of_zero() public {
        vm.expectRevert(IMerchantRegistry.ZeroRegistrationKey.selector);
        vm.prank(operator);
        registry.register(bytes32(0), owner, payout, FEE_BPS, bytes32(0));
    }
}
