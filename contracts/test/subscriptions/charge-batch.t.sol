// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.36;

import {IRoutes} from "../../src/core/interfaces/IRoutes.sol";
import {ISubscriptionManager} from "../../src/subscriptions/interfaces/ISubscriptionManager.sol";
import {Vm} from "../support/Vm.sol";
import {SubscriptionTest} from "./support/SubscriptionTest.sol";

contract ChargeBatchTest is SubscriptionTest {
    bytes32[] private ids;
    address[] private payers;

    function setUp() public override {
        super.setUp();
        for (uint256 i = 0; i < 4; ++i) {
            Plan memory p = plan(i);
            if (i == 3) p.terms.merchantId = merchantB;
            ids.push(subscribe(p));
            payers.push(p.terms.payer);
        }
        pass(MONTH);
    }

    function test_charges_a_group_and_pays_once() public {
        uint256 before = usdc.balanceOf(payoutA);
        ISubscriptionManager.ChargeGroup[] memory groups = oneChargeGroup(_items(3));
        vm.expectEmit(address(manager));
        emit ISubscriptionManager.ChargesRouted(address(registry), merchantA, address(usdc), payoutA, FEE_BPS, keeper);
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectEmit(address(manager));
            emit ISubscriptionManager.SubscriptionCharged(address(registry), ids[i], 1, 0, PRICE);
        }
        vm.assertEq(chargeBatch(groups)[0], 7, "bitmap");
        vm.assertEq(usdc.balanceOf(payoutA) - before, 3 * net(PRICE), "payout");
        for (uint256 i = 0; i < 3; ++i) {
            vm.assertEq(usdc.balanceOf(payers[i]), 2 * CAP - 2 * PRICE, "payer");
            vm.assertEq(manager.get(ids[i]).period, 1, "period");
        }
    }

    function test_is_for_keepers_alone() public {
        bytes memory call =
            abi.encodeCall(ISubscriptionManager.chargeBatch, (address(registry), oneChargeGroup(_items(1))));
        _refused(owner, call, notAuthorized(owner));
        _refused(payoutA, call, notAuthorized(payoutA));
        _refused(relayer, call, notAuthorized(relayer));
    }

    function test_isolates_what_the_token_refuses() public {
        vm.prank(payers[1]);
        usdc.approve(address(manager), 0);
        bytes memory before = abi.encode(manager.get(ids[1]));
        ISubscriptionManager.ChargeGroup[] memory groups = oneChargeGroup(_items(3));
        vm.expectEmit(address(manager));
        emit ISubscriptionManager.ChargeFailed(
            address(registry), ids[1], merchantA, 1, text("ERC20: transfer amount exceeds allowance")
        );
        vm.assertEq(chargeBatch(groups)[0], 5, "bitmap");
        vm.assertEq(abi.encode(manager.get(ids[1])), before, "as it was");
        vm.assertEq(usdc.balanceOf(payers[1]), 2 * CAP - PRICE, "payer");
    }

    function test_isolates_what_it_refuses_itself() public {
        ISubscriptionManager.Charge[] memory items = _items(3);
        items[0].number = 1;
        items[2].id = keccak256("none");
        ISubscriptionManager.ChargeGroup[] memory groups = oneChargeGroup(items);
        vm.expectEmit(address(manager));
        emit ISubscriptionManager.ChargeFailed(
            address(registry), ids[0], merchantA, 0, err(ISubscriptionManager.NotNextCharge.selector, 1, 0)
        );
        vm.expectEmit(address(manager));
        emit ISubscriptionManager.SubscriptionCharged(address(registry), ids[1], 1, 0, PRICE);
        vm.expectEmit(address(manager));
        emit ISubscriptionManager.ChargeFailed(
            address(registry),
            keccak256("none"),
            merchantA,
            2,
            err(ISubscriptionManager.NotActive.selector, keccak256("none"))
        );
        vm.assertEq(chargeBatch(groups)[0], 2, "bitmap");
    }

    /// @dev Read from the logs: an expectation would be content with a call that was taken back.
    function test_moves_no_money_for_a_group_of_which_nothing_was_charged() public {
        ISubscriptionManager.Charge[] memory items = new ISubscriptionManager.Charge[](1);
        items[0] = chargeOf(keccak256("unknown"), 0, 0, PRICE);
        vm.recordLogs();
        vm.assertEq(chargeBatch(oneChargeGroup(items))[0], 0, "bitmap");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertGt(logs.length, 0, "the failure is told");
        for (uint256 i = 0; i < logs.length; ++i) {
            vm.assertEq(logs[i].emitter, address(manager), "no transfer of the token");
        }
    }

    function test_charges_once_what_comes_twice() public {
        ISubscriptionManager.Charge[] memory items = _items(2);
        items[1] = items[0];
        vm.assertEq(chargeBatch(oneChargeGroup(items))[0], 1, "bitmap");
        vm.assertEq(chargeBatch(oneChargeGroup(items))[0], 0, "sent again");
        vm.assertEq(usdc.balanceOf(payers[0]), 2 * CAP - 2 * PRICE, "payer");
    }

    function test_charges_parts_of_a_period_together() public {
        ISubscriptionManager.Charge[] memory items = _items(2);
        (items[0].amount, items[1]) = (PRICE - 5, chargeOf(ids[0], 1, 1, 5));
        vm.assertEq(chargeBatch(oneChargeGroup(items))[0], 3, "bitmap");
        vm.assertEq(manager.get(ids[0]).number, 2, "number");
    }

    function test_pays_no_other_merchant_and_in_no_other_token() public {
        ISubscriptionManager.Charge[] memory items = _items(4);
        ISubscriptionManager.ChargeGroup[] memory groups = oneChargeGroup(items);
        vm.expectEmit(address(manager));
        emit ISubscriptionManager.ChargeFailed(
            address(registry), ids[3], merchantA, 3, err(ISubscriptionManager.GroupMismatch.selector)
        );
        vm.assertEq(chargeBatch(groups)[0], 7, "of another merchant");
        groups[0].token = address(eurc);
        groups[0].merchantId = merchantB;
        for (uint256 i = 0; i < 4; ++i) {
            mint(eurc, payers[i], CAP);
            vm.prank(payers[i]);
            eurc.approve(address(manager), CAP);
        }
        vm.assertEq(chargeBatch(groups)[0], 0, "in another token");
    }

    function test_takes_a_group_back_whose_payout_fails() public {
        setBlacklisted(payoutA, true);
        ISubscriptionManager.ChargeGroup[] memory groups = _twoGroups();
        vm.expectEmit(address(manager));
        emit ISubscriptionManager.ChargeGroupFailed(
            address(registry), merchantA, address(usdc), 0, 3, text("Blacklistable: account is blacklisted")
        );
        uint256[] memory ok = chargeBatch(groups);
        vm.assertEq(ok[0], 0, "first");
        vm.assertEq(ok[1], 1, "second");
        vm.assertEq(usdc.balanceOf(payers[0]), 2 * CAP - PRICE, "payer of the first");
        vm.assertEq(manager.get(ids[0]).period, 0, "state of the first");
        vm.assertEq(usdc.balanceOf(payers[3]), 2 * CAP - 2 * PRICE, "payer of the second");
    }

    function test_leaves_out_a_merchant_that_is_not_payable() public {
        vm.prank(operator);
        registry.close(merchantA);
        ISubscriptionManager.ChargeGroup[] memory groups = _twoGroups();
        vm.expectEmit(address(manager));
        emit ISubscriptionManager.ChargeGroupFailed(
            address(registry),
            merchantA,
            address(usdc),
            0,
            3,
            abi.encodeWithSelector(IRoutes.MerchantNotPayable.selector, merchantA)
        );
        uint256[] memory ok = chargeBatch(groups);
        vm.assertEq(ok[0] | ok[1] << 1, 2, "bitmaps");
    }

    function test_leaves_out_a_token_of_nobody() public {
        ISubscriptionManager.ChargeGroup[] memory groups = _twoGroups();
        groups[0].token = address(registry);
        uint256[] memory ok = chargeBatch(groups);
        vm.assertEq(ok[0] | ok[1] << 1, 2, "bitmaps");
    }

    function test_takes_sixty_items_at_most() public {
        ISubscriptionManager.ChargeGroup[] memory groups = new ISubscriptionManager.ChargeGroup[](2);
        groups[0] = oneChargeGroup(new ISubscriptionManager.Charge[](30))[0];
        groups[1] = oneChargeGroup(new ISubscriptionManager.Charge[](31))[0];
        bytes memory reason = abi.encodeWithSelector(ISubscriptionManager.BatchTooLarge.selector, 61);
        _refused(keeper, abi.encodeCall(ISubscriptionManager.chargeBatch, (address(registry), groups)), reason);
        groups[1] = oneChargeGroup(new ISubscriptionManager.Charge[](30))[0];
        chargeBatch(groups);
    }

    function test_takes_an_empty_group() public {
        vm.assertEq(chargeBatch(oneChargeGroup(_items(0)))[0], 0, "bitmap");
    }

    function test_charges_a_group_for_itself_alone() public {
        bytes memory call = abi.encodeWithSignature(
            "chargeGroup(address,uint256,address,address,bytes)",
            address(registry),
            merchantA,
            address(usdc),
            keeper,
            abi.encode(_items(1)[0])
        );
        _refused(keeper, call, err(ISubscriptionManager.OnlySelf.selector));
    }

    function test_sums_fees_up_by_item() public {
        ISubscriptionManager.Charge[] memory items = _items(3);
        for (uint256 i = 0; i < 3; ++i) {
            items[i].amount = 199;
        }
        uint256 before = usdc.balanceOf(payoutA);
        chargeBatch(oneChargeGroup(items));
        vm.assertEq(usdc.balanceOf(payoutA) - before, 3 * 198, "each fee is rounded down");
    }

    /// @dev The first ones' second month.
    function _items(uint256 count) private view returns (ISubscriptionManager.Charge[] memory items) {
        items = new ISubscriptionManager.Charge[](count);
        for (uint256 i = 0; i < count; ++i) {
            items[i] = chargeOf(ids[i], 1, 0, PRICE);
        }
    }

    function _twoGroups() private view returns (ISubscriptionManager.ChargeGroup[] memory groups) {
        groups = new ISubscriptionManager.ChargeGroup[](2);
        groups[0] = oneChargeGroup(_items(3))[0];
        ISubscriptionManager.Charge[] memory items = new ISubscriptionManager.Charge[](1);
        items[0] = chargeOf(ids[3], 1, 0, PRICE);
        groups[1] = ISubscriptionManager.ChargeGroup({merchantId: merchantB, token: address(usdc), items: items});
    }
}
